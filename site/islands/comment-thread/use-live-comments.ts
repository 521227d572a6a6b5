import { type RefObject, useEffect } from 'react';
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
import { isElsewhere, keepPlace } from './keep-place.ts';

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
