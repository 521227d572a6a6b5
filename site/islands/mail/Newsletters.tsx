import { showToast } from '../../client/show-toast.ts';
import { counted, longDate } from '../../lib/format.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { knownOf, sentence, useLoaded } from '../use-loaded.ts';
import { useReloadWhile } from '../use-reload-while.ts';
import { listNewsletters, type Newsletter, stopNewsletter } from './mail-calls.ts';

/** Articles that go to the subscribers, and how far each got. */
export function Newsletters({ onShow }: { onShow(newsletter: Newsletter): void }) {
  const { loaded, reload } = useLoaded(listNewsletters);
  const list = knownOf(loaded);
  const moving =
    loaded.state === 'ready' && loaded.value.newsletters.some(({ state }) => state === 'sending');
  useReloadWhile(moving, reload);

  async function stop({ _id, article }: Newsletter) {
    try {
      const { msg } = await stopNewsletter(_id);
      void showToast({ type: 'SUCCESS', message: msg });
    } catch (error) {
      void showToast({ type: 'error', message: `“${article.title}” goes on. ${sentence(error)}` });
    }
    reload();
  }

  return (
    <>
      <p className="label" role="status">
        {list
          ? `${counted(list.newsletters.length, 'newsletter')}, ${counted(list.subscribers, 'subscriber')}`
          : ' '}
      </p>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !list && <ListSkeleton label="Loading the newsletters" />}
      {list?.newsletters.length === 0 && (
        <EmptyState title="No newsletter yet">
          Tick “Send to subscribers” in the editor when you publish an article.
        </EmptyState>
      )}
      <ul className="mails">
        {list?.newsletters.map((newsletter) => (
          <li key={newsletter._id}>
            <NewsletterRow
              newsletter={newsletter}
              onShow={() => onShow(newsletter)}
              onStop={() => void stop(newsletter)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const states = {
  wished: ['Waits for the article', 'chip--draft'],
  sending: ['On its way', 'chip--draft'],
  done: ['Done', 'chip--live'],
} as const;

interface RowProps {
  newsletter: Newsletter;
  onShow(): void;
  onStop(): void;
}

function NewsletterRow({ newsletter, onShow, onStop }: RowProps) {
  const { _id, article, state, startedAt, counts } = newsletter;
  const { recipients, sent, waiting, trouble, skipped } = counts;
  const [name, look] = states[state];
  return (
    <article className="mail" aria-labelledby={`newsletter-${_id}`}>
      <p className="meta">
        <span className={`chip ${look}`}>{name}</span>
        {startedAt && <time dateTime={startedAt}>{longDate(startedAt)}</time>}
      </p>
      <h2 id={`newsletter-${_id}`} dir="auto">
        {article.title}
      </h2>
      {state !== 'wished' && (
        <>
          <progress
            className="mail__progress"
            max={Math.max(recipients, 1)}
            value={recipients === 0 ? 1 : recipients - waiting}
            aria-label={`Progress of ${article.title}`}
          />
          <p>
            {sent} of {recipients} sent, {waiting} waiting, {trouble} in trouble, {skipped} left out
          </p>
        </>
      )}
      <p className="mail__actions">
        {recipients > 0 && (
          <button type="button" className="button button--small" onClick={onShow}>
            Show each receiver<span className="quiet"> of {article.title}</span>
          </button>
        )}
        {state === 'sending' && (
          <button type="button" className="button button--small button--danger" onClick={onStop}>
            Stop<span className="quiet"> {article.title}</span>
          </button>
        )}
      </p>
    </article>
  );
}
