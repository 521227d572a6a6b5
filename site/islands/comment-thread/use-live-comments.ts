import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import type { CommentEvent } from '#contracts/comment.ts';
import { articleComments } from '#contracts/live-channels.ts';
import { followSessionFlag } from '../../client/session-flag.ts';
import {
  $comments,
  catchUp,
  loadComments,
  receiveEvent,
  reloadForSession,
} from '../../stores/comments.ts';
import { followLive } from '../../stores/live.ts';
import { allSent } from '../../stores/sent-comments.ts';

/** Scroll position in pixels up to which a list counts as read from its top. */
export const AT_TOP_PX = 40;

/**
 * Milliseconds that the first load waits for the live connection, so that no event is missed between the two.
 */
const PATIENCE_MS = 250;

const isLoaded = () => $comments.get().load.state !== 'idle';

/** Loads the comments when the panel opens for the first time, and follows changes while it is open. */
export function useLiveComments(isOpen: boolean, body: RefObject<HTMLElement | null>): void {
  useEffect(() => followSessionFlag(() => void (isLoaded() && reloadForSession())), []);
  useEffect(() => {
    const list = body.current;
    if (!isOpen || !list) return;
    const view = {
      isElsewhere: () => isElsewhere(list),
      keepPlace: (change: () => void) => keepPlace(list, change),
    };
    const load = () => {
      clearTimeout(timer);
      if (!isLoaded()) void loadComments();
    };
    const timer = setTimeout(load, PATIENCE_MS);
    const stop = followLive(articleComments($comments.get().article), {
      async event(event) {
        // A comment that is being sent arrives first as the response.
        await allSent();
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
function isElsewhere(body: HTMLElement): boolean {
  const { activeElement } = document;
  const isWriting = activeElement instanceof HTMLTextAreaElement && body.contains(activeElement);
  return isWriting || body.scrollTop > AT_TOP_PX;
}

/** Changes the list without moving what the visitor reads or writes. */
function keepPlace(body: HTMLElement, change: () => void): void {
  const anchor = isElsewhere(body) ? anchorOf(body) : undefined;
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
  return [...body.querySelectorAll('.response__one')].find(isSeen);
}
