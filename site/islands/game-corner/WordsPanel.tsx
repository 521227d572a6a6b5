import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import type { JokeResponse, QuoteResponse } from '#contracts/panels.ts';
import { callApi } from '../../client/api-client.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { knownOf, useLoaded } from '../ui/use-loaded.ts';

type Words = ({ kind: 'quote' } & QuoteResponse) | ({ kind: 'joke' } & JokeResponse);
type Kind = Words['kind'];

const tabs = [
  { kind: 'quote', label: 'Quotes' },
  { kind: 'joke', label: 'Jokes' },
] as const;

/** Shows a quote, or a joke in the second tab, and another one on request. */
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
  const tabList = useRef<HTMLDivElement>(null);
  const words = knownOf(loaded);

  /** Arrow keys, Home and End choose a tab and focus it. */
  function onKeyDown(event: KeyboardEvent) {
    const isTurn = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
    const next = { Home: 'quote', End: 'joke' }[event.key] ?? (kind === 'quote' ? 'joke' : 'quote');
    if (!isTurn && event.key !== 'Home' && event.key !== 'End') return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setKind(next as Kind);
    tabList.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  }

  return (
    <section className="rooms__panel">
      <div className="tabs__list" role="tablist" aria-label="Text" ref={tabList}>
        {tabs.map((tab) => (
          <button
            key={tab.kind}
            className="tabs__tab"
            type="button"
            role="tab"
            id={`tab-${tab.kind}`}
            aria-selected={tab.kind === kind}
            aria-controls="words"
            tabIndex={tab.kind === kind ? 0 : -1}
            onClick={() => setKind(tab.kind)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className="rooms__words"
        id="words"
        role="tabpanel"
        aria-labelledby={`tab-${kind}`}
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
      </div>
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
