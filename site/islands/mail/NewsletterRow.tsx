import { longDate } from '../../format/dates.ts';
import type { Newsletter } from './mail-calls.ts';

const states = {
  wished: ['Waiting for the article', 'chip--draft'],
  sending: ['Being sent', 'chip--draft'],
  done: ['Done', 'chip--live'],
} as const;

interface Props {
  newsletter: Newsletter;
  onShow(): void;
  onStop(): void;
}

/** An article that goes to the subscribers, with its progress. */
export function NewsletterRow({ newsletter, onShow, onStop }: Props) {
  const { _id, article, state, startedAt, counts } = newsletter;
  const { recipients, sent, waiting, trouble, skipped } = counts;
  const [name, chip] = states[state];
  return (
    <article className="mail" aria-labelledby={`newsletter-${_id}`}>
      <p className="meta">
        <span className={`chip ${chip}`}>{name}</span>
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
            {sent} of {recipients} sent, {waiting} waiting, {trouble} failed, {skipped} skipped
          </p>
        </>
      )}
      <p className="mail__actions">
        {recipients > 0 && (
          <button type="button" className="button button--small" onClick={onShow}>
            Show each recipient<span className="quiet"> of {article.title}</span>
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
