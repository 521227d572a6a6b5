import { useEffect, useRef } from 'react';
import type { SentComment as Sent } from '../../stores/comments.ts';
import { editFailedComment, retryComment } from '../../stores/sent-comments.ts';
import { Avatar } from '../ui/Avatar.tsx';

/** A comment that is being sent. If sending fails, it keeps its text and offers a retry. */
export function SentComment({ comment }: { comment: Sent }) {
  const { writer, text, parent, failure } = comment;
  const article = useRef<HTMLElement>(null);
  const focus = () => article.current?.focus({ preventScroll: true });
  useEffect(() => {
    // The form of a reply is closed at this point.
    if (parent !== null) article.current?.focus({ preventScroll: true });
    article.current?.scrollIntoView({ block: 'nearest' });
  }, [parent]);
  return (
    <li className={`response response--sending${failure === null ? '' : ' response--failed'}`}>
      <article className="response__one" tabIndex={-1} aria-label="Your comment" ref={article}>
        <Avatar name={writer.name} avatar={writer.avatar} side={40} />
        <p className="response__by">
          <strong className="response__name">{writer.name}</strong>
        </p>
        <p className="response__note" role="status">
          {failure === null ? 'Sending…' : `Not sent. ${failure}`}
        </p>
        <p className="response__text response__text--plain" dir="auto">
          {text}
        </p>
        {failure !== null && (
          <p className="response__actions">
            <button
              className="button button--small"
              type="button"
              onClick={() => {
                focus();
                retryComment(comment);
              }}
            >
              Try again
            </button>
            <button
              className="button button--small"
              type="button"
              onClick={() => editFailedComment(comment)}
            >
              Edit
            </button>
          </p>
        )}
      </article>
    </li>
  );
}
