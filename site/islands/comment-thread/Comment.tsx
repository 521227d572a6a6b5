import { useStore } from '@nanostores/react';
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Comment as CommentData } from '../../client/comment-api.ts';
import { commentHashOf } from '../../client/comment-api.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { repliesLeft, repliesOf } from '../../stores/comment-list.ts';
import { loadMoreReplies } from '../../stores/comment-loading.ts';
import {
  $comments,
  cancelForm,
  draftPlaceOf,
  editComment,
  openComments,
  openForm,
  removeComment,
  toggleLike,
} from '../../stores/comments.ts';
import { sendComment } from '../../stores/sent-comments.ts';
import { $sessionFlag } from '../../stores/session.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { BusyButton } from '../ui/BusyButton.tsx';
import { LineIcon } from '../ui/Icon.tsx';
import { ServerHtml } from '../ui/ServerHtml.tsx';
import { errorMessage } from '../ui/use-fetch.ts';
import type { CommentDialog } from './CommentDialog.tsx';
import { Composer, SentComment, SignInLink } from './Composer.tsx';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HEART =
  'M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.3 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z';

/** A comment with its actions, its open form and its replies. */
export function Comment({ comment }: { comment: CommentData }) {
  const { _id: id, name, state, parent, likes, liked, mine, edited } = comment;
  const comments = useStore($comments);
  const { article, writer, writing, linked } = comments;
  const form = comments.forms[id];
  const [message, setMessage] = useState<ReactNode>('');
  const [dialog, setDialog] = useState<{
    kind: 'delete' | 'report';
    Dialog: typeof CommentDialog;
  } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const now = useNow(comment);
  const root = useRef<HTMLElement>(null);
  const replyButton = useRef<HTMLButtonElement>(null);
  const focus = () => root.current?.focus({ preventScroll: true });

  useLayoutEffect(() => {
    // A control that gets hidden would lose the focus.
    const { activeElement } = document;
    const isLost = root.current?.contains(activeElement) && activeElement?.closest('[hidden]');
    if (isLost) root.current?.focus({ preventScroll: true });
  });

  /** Runs an action; if it fails, the reason is shown below the comment. */
  async function run(action: () => Promise<void>) {
    setMessage('');
    try {
      await action();
    } catch (error) {
      setMessage(errorMessage(error));
    }
  }

  /** Few visitors need the dialogs, so they are loaded on first use. */
  const openDialog = (kind: 'delete' | 'report') =>
    void run(async () => {
      const { CommentDialog } = await import('./CommentDialog.tsx');
      setDialog({ kind, Dialog: CommentDialog });
    });

  async function like() {
    if ($sessionFlag.get()) return run(() => toggleLike(id));
    setMessage(
      <>
        To like comments, please <SignInLink hash={commentHashOf(id)}>sign in</SignInLink>.
      </>,
    );
  }

  function reply() {
    if (writing === 'open') openForm(id, 'reply');
    // A form that opens now focuses itself.
    const place = writing === 'open' ? `#reply-${id}` : '.comments-panel__write a';
    document.querySelector<HTMLElement>(place)?.focus();
  }

  function edit() {
    openForm(id, 'edit');
    document.getElementById(`edit-${id}`)?.focus();
  }

  async function save(text: string) {
    setIsSaving(true);
    if (await editComment(id, text)) focus();
    setIsSaving(false);
  }

  const isGone = state === 'gone';
  const isPublished = state === 'published';
  const editable = editableMs(comment, now);
  const left = repliesLeft(comments, id);
  const classes = [
    'comment',
    isGone && 'comment--gone',
    (state === 'held' || state === 'rejected') && 'comment--waiting',
    form === 'edit' && 'comment--editing',
    linked === id && 'comment--linked',
  ];
  return (
    <li className={classes.filter(Boolean).join(' ')} data-comment={id}>
      <article className="comment__box" tabIndex={-1} aria-labelledby={`author-${id}`} ref={root}>
        <Avatar name={name} avatar={comment.avatar} side={40} />
        <p className="comment__by">
          <strong className="comment__name" id={`author-${id}`}>
            <AuthorName comment={comment} />
          </strong>
          {comment.owner && <span className="comment__owner">Author</span>}
          {comment.replyTo && <span>to {comment.replyTo}</span>}
          <a
            className="comment__age"
            href={commentHashOf(id)}
            onClick={(event: MouseEvent) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              openComments({ at: id });
            }}
          >
            <time dateTime={comment.createdAt} title={formatExactTime(comment.createdAt)}>
              {ageOf(comment.createdAt, now)}
            </time>
          </a>
          {edited && !isGone && <span title={formatExactTime(edited)}>edited</span>}
        </p>
        {!isPublished && <p className="comment__note">{noteOf(comment)}</p>}
        {!isGone && <ServerHtml className="comment__text" html={comment.html} />}
        <p className="comment__actions">
          <BusyButton
            className="comment__action"
            hidden={!isPublished}
            // Visitors see the likes of their own comment only as a count.
            disabled={mine}
            aria-pressed={liked}
            aria-label={`Like, ${pluralize(likes, 'like')}`}
            onPress={like}
          >
            <LineIcon path={HEART} />
            <span className="comment__likes">{likes > 0 && likes}</span>
          </BusyButton>
          <Action hidden={!isPublished} ref={replyButton} onClick={reply} about={`to ${name}`}>
            Reply
          </Action>
          <Action hidden={editable <= 0} onClick={edit}>
            Edit <span>({timeLeft(editable)} left)</span>
          </Action>
          <Action
            hidden={!mine || isGone}
            onClick={() => openDialog('delete')}
            about="your comment"
          >
            Delete
          </Action>
          <Action
            hidden={!isPublished || mine}
            onClick={() => openDialog('report')}
            about={`the comment of ${name}`}
          >
            Report
          </Action>
        </p>
      </article>
      <div className="comment__form">
        {message && (
          <p className="comment__error" role="alert">
            {message}
          </p>
        )}
        {form === 'reply' && (
          <Composer
            id={`reply-${id}`}
            label={`Reply to ${name}`}
            submit="Reply"
            member={writer.id}
            place={draftPlaceOf(article, id, form)}
            onSend={(text, website) => sendComment(id, text, website)}
            onCancel={() => {
              cancelForm(id);
              replyButton.current?.focus();
            }}
          />
        )}
        {form === 'edit' && (
          <Composer
            id={`edit-${id}`}
            label="Your comment"
            submit="Save"
            member={writer.id}
            place={draftPlaceOf(article, id, form)}
            isBusy={isSaving}
            onSend={(text) => void save(text)}
            onCancel={() => {
              cancelForm(id);
              focus();
            }}
          />
        )}
      </div>
      {parent === null && (
        <>
          <Replies id={id} />
          {left > 0 && (
            <BusyButton className="comment__more" onPress={() => run(() => loadMoreReplies(id))}>
              Show {pluralize(left, 'more reply', 'more replies')}
            </BusyButton>
          )}
        </>
      )}
      {dialog &&
        createPortal(
          <dialog.Dialog
            kind={dialog.kind}
            comment={comment}
            onDelete={() => run(() => removeComment(id))}
            onClose={() => {
              setDialog(null);
              // The button that opened the dialog is hidden if the comment was deleted.
              if (!root.current?.contains(document.activeElement)) focus();
            }}
          />,
          document.body,
        )}
    </li>
  );
}

function Replies({ id }: { id: string }) {
  const comments = useStore($comments);
  const sent = comments.sent.filter(({ thread }) => thread === id).toReversed();
  return (
    <ol className="comment__replies">
      {repliesOf(comments, id).map((reply) => {
        const comment = comments.comments[reply];
        return comment && <Comment key={reply} comment={comment} />;
      })}
      {sent.map((comment) => (
        <SentComment key={comment.key} comment={comment} />
      ))}
    </ol>
  );
}

function AuthorName({ comment: { state, name, profile, member } }: { comment: CommentData }) {
  const shown = state === 'gone' ? 'A deleted comment' : name;
  if (!profile || member === null) return shown;
  return <a href={`/member/${encodeURIComponent(member)}`}>{shown}</a>;
}

interface ActionProps {
  hidden: boolean;
  children: ReactNode;
  /** Names the comment of the button for screen readers. */
  about?: string;
  ref?: Ref<HTMLButtonElement>;
  onClick(): void;
}

function Action({ about, children, ...rest }: ActionProps) {
  return (
    <button type="button" className="comment__action" {...rest}>
      {children}
      {about && <span className="visually-hidden"> {about}</span>}
    </button>
  );
}

/** Returns the current time, updated every second while the comment can be edited, otherwise every minute. */
function useNow(comment: CommentData): number {
  const [now, setNow] = useState(Date.now);
  const pace = editableMs(comment, now) > 0 ? SECOND_MS : MINUTE_MS;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), pace);
    return () => clearInterval(timer);
  }, [pace]);
  return now;
}

/** Returns the milliseconds for which the visitor can still edit the comment. */
function editableMs({ mine, editableUntil, state }: CommentData, now: number): number {
  if (!mine || editableUntil === null || state === 'gone') return 0;
  return Date.parse(editableUntil) - now;
}

const timeLeft = (milliseconds: number) =>
  milliseconds >= MINUTE_MS
    ? `${Math.floor(milliseconds / MINUTE_MS)} min`
    : `${Math.ceil(milliseconds / SECOND_MS)} s`;

function noteOf({ state, reason }: CommentData): string {
  if (state === 'held') return 'Awaiting moderation. Only you can see this.';
  if (state === 'gone') return 'This comment has been deleted.';
  return ['Not published.', reason, 'Only you can see this.'].filter(Boolean).join(' ');
}

const DAY_HOURS = 24;

/** Returns the age of a comment in days or hours, as documented. */
export function ageOf(iso: string, now: number): string {
  const hours = Math.floor((now - Date.parse(iso)) / HOUR_MS);
  if (hours < 1) return 'less than an hour ago';
  if (hours < DAY_HOURS) return `${pluralize(hours, 'hour')} ago`;
  return `${pluralize(Math.floor(hours / DAY_HOURS), 'day')} ago`;
}

/** Returns the exact time of a comment. */
const formatExactTime = (iso: string): string => `${longDate(iso)}, ${iso.slice(11, 16)} UTC`;
