import { longDate } from '../../format/dates.ts';
import type { JudgedReview } from './review-calls.ts';

interface Props {
  review: JudgedReview;
  onApprove(): void;
  onReject(): void;
  onDelete(): void;
}

/** A review with possible decisions. Its text is shown as plain text, never as HTML. */
export function ReviewCard({ review, onApprove, onReject, onDelete }: Props) {
  const { _id, member, email, game, name, stars, text, state, reason, signals, createdAt } = review;
  const of = <span className="quiet"> the review of {member.name}</span>;
  return (
    <article className="message" aria-labelledby={`by-${_id}`}>
      <p className="meta">
        <a href={`/gamecorner/game/${game}#reviews`}>{name}</a>
        <span>{stars} of 5 stars</span>
        <time dateTime={createdAt}>
          {longDate(createdAt)}, {createdAt.slice(11, 16)} UTC
        </time>
        {review.edited && <span>edited</span>}
        {signals.map((signal) => (
          <span key={signal}>{signal}</span>
        ))}
      </p>
      <h2 id={`by-${_id}`} dir="auto">
        {member.name}
      </h2>
      <p className="message__from">
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p className="message__text" dir="auto">
        {text}
      </p>
      {reason && <p className="message__text">Rejected: {reason}</p>}
      <p className="message__actions">
        {state !== 'published' && (
          <button type="button" className="button button--small" onClick={onApprove}>
            Approve{of}
          </button>
        )}
        {state !== 'rejected' && (
          <button type="button" className="button button--small" onClick={onReject}>
            Reject{of}
          </button>
        )}
        <button type="button" className="button button--small button--danger" onClick={onDelete}>
          Delete{of}
        </button>
      </p>
    </article>
  );
}
