import { longDate } from '../../format/dates.ts';
import type { Message } from './message-calls.ts';

interface Props {
  message: Message;
  onMark(read: boolean): void;
  onDelete(): void;
}

/** A message with its actions. Its text is shown as plain text, never as HTML. */
export function MessageCard({ message, onMark, onDelete }: Props) {
  const { _id, name, email, read, mailed, receivedAt } = message;
  const of = <span className="quiet"> the message of {name}</span>;
  return (
    <article className={read ? 'message' : 'message message--unread'} aria-labelledby={`by-${_id}`}>
      <p className="meta">
        {!read && <span className="message__new">Unread</span>}
        <time dateTime={receivedAt}>
          {longDate(receivedAt)}, {receivedAt.slice(11, 16)} UTC
        </time>
        {!mailed && <span>not emailed</span>}
      </p>
      <h2 id={`by-${_id}`} dir="auto">
        {name}
      </h2>
      <p className="message__from">
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p className="message__text" dir="auto">
        {message.message}
      </p>
      <p className="message__actions">
        <a
          className="button button--small"
          href={`mailto:${email}?subject=${encodeURIComponent('Re: your message')}`}
        >
          Reply<span className="quiet"> {name}</span>
        </a>
        <button type="button" className="button button--small" onClick={() => onMark(!read)}>
          {read ? 'Mark as unread' : 'Mark as read'}
          {of}
        </button>
        <button type="button" className="button button--small button--danger" onClick={onDelete}>
          Delete{of}
        </button>
      </p>
    </article>
  );
}
