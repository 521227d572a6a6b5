import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { COMMENT_MAX, commentMessages } from '#contracts/comment-limits.ts';
import { signInPath } from '../../format/links.ts';
import { $commentDrafts, draftKey, returnDraft, typeDraft } from '../../stores/comment-drafts.ts';
import type { SentComment as Sent } from '../../stores/comments.ts';
import { editFailedComment, retryComment } from '../../stores/sent-comments.ts';
import { Avatar } from '../ui/Avatar.tsx';

/** Remaining characters from which screen readers announce the count. */
const NEAR_END = 200;

interface Props {
  /** Unique id in the page. */
  id: string;
  label: string;
  submit: string;
  /** _id of the member who writes; null for a guest. */
  member: string | null;
  /** Identifies the draft. */
  place: string;
  isBusy?: boolean;
  /** True until the visitor is known, and in the published page. */
  isFieldOnly?: boolean;
  /** Name of the author. */
  children?: ReactNode;
  onSend(text: string, website: string): void;
  /** Closes a form that was opened on request; such a form gets the focus. */
  onCancel?(): void;
}

/** Form for a comment. It grows with its text, counts characters, keeps a draft, and shows errors. */
export function Composer({ id, label, submit, member, place, children, ...props }: Props) {
  const { isBusy, isFieldOnly, ...on } = props;
  const key = draftKey(member, place);
  const { text, error, returns } = useStore($commentDrafts, { ssr: 'initial' })[key] ?? NO_DRAFT;
  const area = useRef<HTMLTextAreaElement>(null);
  const trap = useRef<HTMLInputElement>(null);
  const length = text.trim().length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (area.current) grow(area.current);
  }, [text]);
  const needsFocus = on.onCancel !== undefined || returns > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each returned draft takes the focus
  useLayoutEffect(() => {
    const field = area.current;
    if (!needsFocus || !field) return;
    field.focus();
    // Includes the buttons below the field.
    field.form?.scrollIntoView({ block: 'nearest' });
    field.setSelectionRange(field.value.length, field.value.length);
  }, [needsFocus, returns, key]);

  function send() {
    if (isBusy || isFieldOnly) return;
    const sent = text.trim();
    if (sent === '') returnDraft(key, text, commentMessages.empty);
    else if (length > COMMENT_MAX) returnDraft(key, text, commentMessages.tooLong);
    else on.onSend(sent, trap.current?.value ?? '');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const isInField = event.target === area.current;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isInField) {
      event.preventDefault();
      send();
    }
    if (event.key === 'Escape' && on.onCancel) {
      // The next Escape closes the panel.
      event.preventDefault();
      event.stopPropagation();
      on.onCancel();
    }
  }

  return (
    <form
      className={`composer field${length > COMMENT_MAX ? ' composer--over' : ''}`}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        name="comment"
        rows={2}
        placeholder={label}
        // The page must not restore the text after a reload: the draft is stored.
        autoComplete="off"
        aria-describedby={isFieldOnly ? undefined : `${id}-hint ${id}-count ${id}-error`}
        aria-invalid={error ? true : undefined}
        ref={area}
        value={text}
        onChange={(event) => typeDraft(key, event.currentTarget.value)}
      />
      {/* A form in a page needs a button. */}
      {isFieldOnly && (
        <button type="submit" hidden>
          {submit}
        </button>
      )}
      {!isFieldOnly && (
        <>
          <p className="composer__below">
            <span id={`${id}-hint`}>
              <em>*emphasis*</em>, <strong>**strong**</strong>, <code>`code`</code>,
              [link](https://…)
            </span>{' '}
            <span
              id={`${id}-count`}
              className="composer__count"
              aria-live={length > COMMENT_MAX - NEAR_END ? 'polite' : 'off'}
            >
              {length.toLocaleString('en')} / {COMMENT_MAX.toLocaleString('en')}
            </span>
          </p>
          <p id={`${id}-error`} className="field__error" role="alert">
            {error}
          </p>
          <span className="composer__trap">
            <input
              type="text"
              name="website"
              tabIndex={-1}
              autoComplete="off"
              aria-hidden="true"
              ref={trap}
            />
          </span>
          <div className="composer__foot">
            {children}
            <p className="composer__actions">
              <button
                className="button button--main button--small"
                type="submit"
                aria-busy={isBusy || undefined}
                aria-disabled={isBusy || undefined}
              >
                {submit}
              </button>
              {on.onCancel && (
                <button className="button button--small" type="button" onClick={on.onCancel}>
                  Cancel
                </button>
              )}
            </p>
          </div>
        </>
      )}
    </form>
  );
}

const NO_DRAFT = { text: '', error: '', returns: 0 };

/** Fits the height to the text in browsers without `field-sizing`. */
function grow(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

/** Link to the sign-in page, which returns to this hash of the article. */
export function SignInLink({ hash, children }: { hash: string; children: ReactNode }) {
  return <a href={signInPath(location.pathname + hash)}>{children}</a>;
}

/** A comment that is being sent. If sending fails, it keeps its text and offers a retry. */
export function SentComment({ comment }: { comment: Sent }) {
  const { writer, text, parent, failure } = comment;
  const article = useRef<HTMLElement>(null);
  const focus = () => article.current?.focus({ preventScroll: true });
  useLayoutEffect(() => {
    // The form of a reply is closed at this point.
    if (parent !== null) article.current?.focus({ preventScroll: true });
    article.current?.scrollIntoView({ block: 'nearest' });
  }, [parent]);
  return (
    <li className={`comment comment--sending${failure === null ? '' : ' comment--failed'}`}>
      <article className="comment__box" tabIndex={-1} aria-label="Your comment" ref={article}>
        <Avatar name={writer.name} avatar={writer.avatar} side={40} />
        <p className="comment__by">
          <strong className="comment__name">{writer.name}</strong>
        </p>
        <p className="comment__note" role="status">
          {failure === null ? 'Sending…' : `Not sent. ${failure}`}
        </p>
        <p className="comment__text comment__text--plain" dir="auto">
          {text}
        </p>
        {failure !== null && (
          <p className="comment__actions">
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
