import { editPath } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { UtcTime } from '../ui/UtcTime.tsx';
import type { Entry } from './job-calls.ts';
import { kindOf, resultText, states, titleOf } from './words.ts';

interface Props {
  entry: Entry;
  onAgain(): void;
  onCancel(): void;
}

/** A job with its state and actions. */
export function JobRow({ entry, onAgain, onCancel }: Props) {
  const { source, id, state, subject, article, to, error, nextAt, createdAt, again } = entry;
  const [name, chip] = states[state];
  const titleId = `job-${source}-${id}`;
  const title = titleOf(entry);
  const of = (
    <span className="quiet">
      {' '}
      {kindOf(entry)} {subject}
    </span>
  );
  const story = resultText(entry);
  return (
    <article className="job" aria-labelledby={titleId}>
      <p className="meta">
        <span className={`chip ${chip}`}>{name}</span>
        <UtcTime iso={createdAt} />
        {subject !== '' && <span>{kindOf(entry)}</span>}
        {entry.attempts > 0 && <span>{pluralize(entry.attempts, 'attempt')}</span>}
      </p>
      <h2 id={titleId} dir="auto">
        {article ? <a href={editPath(article)}>{title}</a> : title}
      </h2>
      {to !== null && <p className="job__to">to {to}</p>}
      {(story !== '' || nextAt !== null) && (
        <p className="job__story">
          {story}
          {nextAt !== null && entry.attempts > 0 && (
            <>
              {' '}
              Next try: <UtcTime iso={nextAt} />
            </>
          )}
        </p>
      )}
      {error !== null && <p className="job__error">{error}</p>}
      <p className="job__actions">
        {again && (
          <button type="button" className="button button--small" onClick={onAgain}>
            Try again{of}
          </button>
        )}
        {entry.cancel && (
          <button type="button" className="button button--small" onClick={onCancel}>
            {state === 'failed' ? 'Dismiss' : 'Cancel'}
            {of}
          </button>
        )}
      </p>
    </article>
  );
}
