import { useStore } from '@nanostores/react';
import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { CommentEvent, CommentList } from '#contracts/comment.ts';
import { commentMessages, commentSorts } from '#contracts/comment-limits.ts';
import { articleComments } from '#contracts/event-channels.ts';
import { addStyles } from '../../client/add-styles.ts';
import { commentHashOf, commentInHash } from '../../client/comment-api.ts';
import { isCommentsHash } from '../../client/hydrate.ts';
import { followUrl } from '../../client/page-events.ts';
import { followSessionFlag } from '../../client/session-flag.ts';
import { SLOW_NOTICE } from '../../client/slow-notice.ts';
import { pluralize } from '../../format/pluralize.ts';
import {
  loadComments,
  loadMore,
  reloadForSession,
  showComment,
  sortComments,
} from '../../stores/comment-loading.ts';
import {
  $comments,
  $commentsPanel,
  closeComments,
  openComments,
  startComments,
} from '../../stores/comments.ts';
import { followEvents } from '../../stores/live.ts';
import { catchUp, receiveEvent, showArrivals } from '../../stores/live-comments.ts';
import { sendComment, whenSent } from '../../stores/sent-comments.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { BusyButton } from '../ui/BusyButton.tsx';
import { LineIcon } from '../ui/Icon.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { Comment } from './Comment.tsx';
import { CommentCount } from './CommentsButton.tsx';
import { Composer, SentComment, SignInLink } from './Composer.tsx';
import './comments-panel.css';
import { dialogCommand } from '../ui/use-dialog.ts';
import styles from './comment-thread.css?inline';
import { hydrateComments, isWide, PANEL_ID, usePanel } from './use-panel.ts';

addStyles(styles);

const sortNames = { relevant: 'Most Relevant', recent: 'Most Recent' };

interface Props {
  /** _id of the article. */
  article: string;
  /** Number of public comments at the time of publication. */
  published: number;
  /** Permission of guests to comment. */
  guestWriting: CommentList['writing'];
}

/** The comments of an article: form, list, and live changes by others. */
export function CommentsPanel({ article, published, guestWriting }: Props) {
  const request = useStore($commentsPanel, { ssr: 'initial' });
  const { load, sort, comments, threads, next, count, writing, sent, arrivals, ...state } =
    useStore($comments, { ssr: 'initial' });
  const title = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const panel = usePanel(request);
  /** False in the published page, which contains only what a sheet shows at first. */
  const [isReady, setIsReady] = useState(false);

  useLayoutEffect(() => {
    setIsReady(true);
    startComments(article, guestWriting, body.current?.querySelector('textarea')?.value ?? '');
    const unfollow = followUrl((event) => {
      const { hash } = location;
      if (isCommentsHash(hash)) openComments({ at: commentInHash(hash) });
      // The panel beside the text stays open while the visitor moves to another part of the article.
      else if (event && !isWide()) closeComments();
    });
    const isOpen = $commentsPanel.get() !== null;
    if (!isOpen && panel.ref.current?.open) openComments({ keepsFocus: true });
    return unfollow;
  }, [article, guestWriting, panel.ref]);
  useEffect(hydrateComments, []);
  // Connects once the panel is open.
  useCommentEvents(useDeferredValue(request !== null, false), body);

  const hasForm = writing !== null;
  const isLoaded = count !== null;
  useLayoutEffect(() => {
    if (request && !request.write && !request.at && !request.keepsFocus)
      title.current?.focus({ preventScroll: true });
  }, [request]);
  useLayoutEffect(() => {
    if (request?.write && hasForm)
      body.current?.querySelector<HTMLElement>('#new-comment, .comments-panel__write a')?.focus();
  }, [request, hasForm]);
  useLayoutEffect(() => {
    if (request?.at && isLoaded) void showComment(request.at);
  }, [request, isLoaded]);

  const { focus } = state;
  useLayoutEffect(() => {
    const list = body.current;
    const { activeElement } = document;
    if (!focus || !list || (focus.ifLost && activeElement !== document.body)) return;
    const item = list.querySelector(`[data-comment="${CSS.escape(focus.id ?? '')}"]`);
    if (item && focus.scroll === 'top') {
      const { top } = item.getBoundingClientRect();
      list.scrollTop += top - list.getBoundingClientRect().top - AT_TOP_PX;
    } else if (item && focus.scroll === 'nearest') {
      list.scrollTop = 0;
      item.scrollIntoView({ block: 'nearest' });
    }
    (item?.querySelector('article') ?? title.current)?.focus({ preventScroll: true });
  }, [focus]);

  const ownSent = sent.filter(({ thread }) => thread === null);
  const isLoading = load.state === 'loading' || load.state === 'idle';
  return (
    <dialog className="comments-panel" id={PANEL_ID} aria-labelledby="panel-title" {...panel}>
      <header className="comments-panel__head">
        {/* biome-ignore lint/a11y/noAutofocus: the browser moves the focus when it opens the dialog */}
        <h2 id="panel-title" tabIndex={-1} autoFocus ref={title}>
          Responses (<CommentCount published={published} />)
        </h2>
        <button
          className="icon-button"
          type="button"
          {...dialogCommand('close', PANEL_ID)}
          aria-label="Close comments"
          onClick={closeComments}
        >
          <LineIcon path="m6 6 12 12M18 6 6 18" />
        </button>
      </header>
      <div className="comments-panel__body" ref={body}>
        <div className="comments-panel__write">
          <Writing article={article} guestWriting={guestWriting} />
        </div>
        {isReady && (
          <>
            <fieldset className="segmented-control comments-panel__sort">
              <legend className="visually-hidden">Order</legend>
              {commentSorts.map((value) => (
                <label className="segmented-control__option" key={value}>
                  <input
                    type="radio"
                    name="sort"
                    className="visually-hidden"
                    checked={value === sort}
                    onChange={() => sortComments(value)}
                  />
                  <span>{sortNames[value]}</span>
                </label>
              ))}
            </fieldset>
            <p className="comments-panel__state" role="status">
              {state.status}
            </p>
            <p className="visually-hidden" role="status">
              {state.announcement}
            </p>
            {arrivals.length > 0 && (
              <button
                className="comments-panel__fresh button button--small"
                type="button"
                onClick={showArrivals}
              >
                {pluralize(arrivals.length, 'new comment')}
              </button>
            )}
            {load.state === 'failed' && <LoadFailed reason={load.reason} onRetry={retryLoad} />}
            {isLoading && threads.length === 0 && (
              <div className="skeleton">
                <i />
                <i />
              </div>
            )}
            {isLoading && (
              <p role="status">
                <span className="slow">{SLOW_NOTICE}</span>
              </p>
            )}
            {ownSent.length > 0 && (
              <ol className="comments-panel__list">
                {ownSent.map((comment) => (
                  <SentComment key={comment.key} comment={comment} />
                ))}
              </ol>
            )}
            {count !== null && threads.length === 0 && ownSent.length === 0 && (
              <p className="comments-panel__empty">No Comments</p>
            )}
            <ol className="comments-panel__list" aria-busy={load.state === 'loading' || undefined}>
              {threads.map((id) => {
                const comment = comments[id];
                return comment && <Comment key={id} comment={comment} />;
              })}
            </ol>
            {next !== null && (
              <BusyButton className="button" onPress={loadMore}>
                Show more
              </BusyButton>
            )}
          </>
        )}
      </div>
    </dialog>
  );
}

const retryLoad = () => void loadComments();

/**
 * Form for a comment on the article, or the reason why commenting is not possible. Until the visitor is known, it is
 * only the field, if guests can write.
 */
function Writing({ article, guestWriting }: Omit<Props, 'published'>): ReactNode {
  const { writing: known, writer } = useStore($comments, { ssr: 'initial' });
  const writing = known ?? (guestWriting === 'open' ? 'open' : null);
  if (writing === null) return null;
  if (writing === 'archived') return <p className="banner">{commentMessages.archived}</p>;
  if (writing === 'sign-in') {
    return (
      <p className="banner">
        <SignInLink hash={commentHashOf(null)}>Sign in</SignInLink> to comment.
      </p>
    );
  }
  return (
    <Composer
      id="new-comment"
      label="Your comment"
      submit="Comment"
      member={writer.id}
      place={article}
      isFieldOnly={known === null}
      onSend={(text, website) => sendComment(null, text, website)}
    >
      <p className="composer__who">
        <Avatar name={writer.name} avatar={writer.avatar} side={40} />
        <span>
          as <strong>{writer.name}</strong>
          {writer.id === null && (
            <>
              . <SignInLink hash={commentHashOf(null)}>Sign in</SignInLink>
            </>
          )}
        </span>
      </p>
    </Composer>
  );
}

/** Scroll position in pixels up to which a list counts as read from its top. */
const AT_TOP_PX = 40;

/**
 * Milliseconds that the first load waits for the live connection, so that no event is missed between the two.
 */
const LOAD_DELAY_MS = 250;

const isLoaded = () => $comments.get().load.state !== 'idle';

/** Loads the comments when the panel opens for the first time, and follows changes while it is open. */
function useCommentEvents(isOpen: boolean, body: RefObject<HTMLElement | null>): void {
  useEffect(() => followSessionFlag(() => void (isLoaded() && reloadForSession())), []);
  useEffect(() => {
    const list = body.current;
    if (!isOpen || !list) return;
    const view = {
      isReading: () => isReading(list),
      preserveScroll: (change: () => void) => preserveScroll(list, change),
    };
    const load = () => {
      clearTimeout(timer);
      if (!isLoaded()) void loadComments();
    };
    const timer = setTimeout(load, LOAD_DELAY_MS);
    const stop = followEvents(articleComments($comments.get().article), {
      async event(event) {
        // A comment that is being sent arrives first as the response.
        await whenSent();
        await receiveEvent(event as CommentEvent, view);
      },
      joined() {
        if (isLoaded()) void catchUp(view);
        else load();
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isOpen, body]);
}

/** True if the visitor reads further down or is writing, so that nothing may be inserted at the top. */
function isReading(body: HTMLElement): boolean {
  const { activeElement } = document;
  const isWriting = activeElement instanceof HTMLTextAreaElement && body.contains(activeElement);
  return isWriting || body.scrollTop > AT_TOP_PX;
}

/** Changes the list without moving what the visitor reads or writes. */
function preserveScroll(body: HTMLElement, change: () => void): void {
  const anchor = isReading(body) ? anchorOf(body) : undefined;
  const before = anchor?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  if (anchor?.isConnected) body.scrollTop += anchor.getBoundingClientRect().top - before;
}

/** Returns the focused element if it is in view, else the first comment in view. */
function anchorOf(body: HTMLElement): Element | undefined {
  const view = body.getBoundingClientRect();
  const isSeen = (part: Element) => {
    const { top, bottom } = part.getBoundingClientRect();
    return bottom > view.top && top < view.bottom;
  };
  const focused = document.activeElement;
  if (focused && focused !== body && body.contains(focused) && isSeen(focused)) return focused;
  return [...body.querySelectorAll('.comment__box')].find(isSeen);
}
