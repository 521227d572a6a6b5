import { useCallback, useState } from 'react';
import type { JokeResponse, QuoteResponse } from '#contracts/panels.ts';
import { callApi } from '../../client/api-client.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';

type Words = ({ kind: 'quote' } & QuoteResponse) | ({ kind: 'joke' } & JokeResponse);
type Kind = Words['kind'];

const tabs = [
  { id: 'quote', title: 'Quotes' },
  { id: 'joke', title: 'Jokes' },
] as const;

/** Shows a quote, or a joke in the second tab, and a new one on request. */
export function WordsPanel() {
  const [kind, setKind] = useState<Kind>('quote');
  const load = useCallback(
    async (signal: AbortSignal): Promise<Words> =>
      kind === 'quote'
        ? { kind, ...(await callApi<QuoteResponse>('GET', '/api/panels/quote', { signal })) }
        : { kind, ...(await callApi<JokeResponse>('GET', '/api/panels/joke', { signal })) },
    [kind],
  );
  const { loaded, reload } = useLoaded(load);
  const words = dataOf(loaded);

  return (
    <section className="rooms__panel">
      <Tabs<Kind>
        className="rooms__words"
        label="Text"
        tabs={tabs}
        chosen={kind}
        onChoose={setKind}
        aria-live="polite"
      >
        {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
        {words?.kind === 'quote' && (
          <figure>
            <blockquote>{words.text}</blockquote>
            <figcaption>{words.author}</figcaption>
          </figure>
        )}
        {words?.kind === 'joke' && (
          <div>
            <p>{words.text}</p>
            <p>
              <b>{words.punchline}</b>
            </p>
          </div>
        )}
      </Tabs>
      <button
        className="button"
        type="button"
        aria-busy={loaded.state === 'loading' || undefined}
        onClick={reload}
      >
        Another one
      </button>
    </section>
  );
}
