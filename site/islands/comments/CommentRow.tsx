import type { ReportReason } from '#contracts/comment-limits.ts';
import { articlePath } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { ServerHtml } from '../ui/ServerHtml.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { ZonedTime } from '../ui/ZonedTime.tsx';
import { decisionNames, type ModeratedComment, type ModerationDecision } from './use-queue.ts';

interface Props {
  id: string;
  comment: ModeratedComment;
  chosen: boolean;
  /** True if keyboard shortcuts act on this row. */
  current: boolean;
  decisions: readonly ModerationDecision[];
  onChoose(chosen: boolean): void;
  onDecide(decision: ModerationDecision): Promise<void>;
  onFocus(): void;
}

const reasons: Record<ReportReason, string> = {
  spam: 'advertises',
  abuse: 'insults',
  'off-topic': 'off topic',
  other: 'something else',
};

/** A comment with author, article, spam factors and possible decisions. */
export function CommentRow({ id, comment, chosen, current, decisions, ...on }: Props) {
  const { _id, author, article, parent, state, spamFactors, reports, reason } = comment;
  const name = `comment-by-${_id}`;
  return (
    <article
      id={id}
      className={`queued${current ? ' queued--current' : ''}`}
      aria-labelledby={name}
      tabIndex={-1}
      onFocus={on.onFocus}
    >
      <label className="queued__choose">
        <input
          type="checkbox"
          checked={chosen}
          onChange={(event) => on.onChoose(event.currentTarget.checked)}
        />
        <span className="visually-hidden">Select the comment of {author.name}</span>
      </label>
      <div className="queued__about">
        <h2 id={name} dir="auto">
          {author.name}
        </h2>
        <p className="meta">
          <span>{author._id === null ? 'Guest' : author.email}</span>
          {author._id !== null && <span>{pluralize(author.published, 'public comment')}</span>}
          <ZonedTime iso={comment.createdAt} />
          {comment.edited && <span>edited</span>}
          {comment.likes > 0 && <span>{pluralize(comment.likes, 'like')}</span>}
        </p>
        <p className="queued__article">
          on{' '}
          <a href={`${articlePath(article.slug)}${state === 'published' ? `#comment-${_id}` : ''}`}>
            {article.title}
          </a>
        </p>
      </div>
      <div className="queued__text">
        {parent && (
          <blockquote className="queued__parent">
            <strong>{parent.name}</strong> {parent.comment}
          </blockquote>
        )}
        <ServerHtml className="queued__html" html={comment.html} />
        {(spamFactors.length > 0 || reason) && (
          <ul className="queued__factors">
            {spamFactors.map((factor) => (
              <li key={factor}>{factor}</li>
            ))}
            {reason && <li>Rejected: {reason}</li>}
          </ul>
        )}
        {reports.length > 0 && (
          <ul className="queued__reports" aria-label="Reports">
            {reports.map((report) => (
              <li key={`${report.name} ${report.createdAt}`}>
                <strong>{report.name}</strong>: {reasons[report.reason]}
                {report.note && <>. “{report.note}”</>}
              </li>
            ))}
          </ul>
        )}
        <p className="queued__actions">
          {decisions.map((decision) => (
            <SmallButton
              key={decision}
              variant={decision === 'delete' && 'danger'}
              label={decisionNames[decision]}
              of={`the comment of ${author.name}`}
              onPress={() => on.onDecide(decision)}
            />
          ))}
        </p>
      </div>
    </article>
  );
}
