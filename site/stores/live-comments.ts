import type { CommentEvent } from '#contracts/comment.ts';
import { ApiError } from '../client/api-client.ts';
import { type Comment, listComments } from '../client/comment-api.ts';
import { nextAnnouncement } from '../format/announcement.ts';
import { repliesLeft } from './comment-list.ts';
import { loadThread, whenLoaded } from './comment-loading.ts';
import {
  $comments,
  addComment,
  changeComments,
  changeReplyCount,
  hideComment,
  updateComment,
} from './comments.ts';

/** Shows the new comments behind the button. */
export function showArrivals(): void {
  const { arrivals } = $comments.get();
  for (const comment of arrivals) addComment(comment);
  const newest = arrivals.at(-1);
  changeComments({
    arrivals: [],
    ...(newest && { focus: { id: newest._id, scroll: 'nearest' } }),
  });
}

/** The list on the screen. */
interface View {
  /** True if the visitor has scrolled down or is writing. */
  isReading(): boolean;
  /** Changes the list and keeps the scroll position of the text that the visitor reads. */
  preserveScroll(change: () => void): void;
}

/** Shows a change by another user or in another tab of the visitor. */
export async function receiveEvent(event: CommentEvent, view: View): Promise<void> {
  // The response of a pending request may be older than the event.
  await whenLoaded();
  const isGone = event.event === 'gone';
  const id = isGone ? event.id : event.comment._id;
  // A comment that is held for moderation again stays visible to its author.
  const isMine = $comments.get().comments[id]?.mine === true;
  const isHidden = isGone || event.comment.state === 'gone';
  const stays = isHidden && isMine && (await stillExists(id));
  view.preserveScroll(() => {
    if (isGone && !stays) {
      changeComments({ arrivals: $comments.get().arrivals.filter(({ _id }) => _id !== id) });
      hideComment(id);
    } else if (!isGone && !stays) receiveComment(event.comment, event.event === 'posted', view);
    changeComments({ count: event.result });
  });
}

/** Reloads a comment of the visitor. @returns false if it no longer exists */
async function stillExists(id: string): Promise<boolean> {
  try {
    await loadThread(id);
    return true;
  } catch (error) {
    return !(error instanceof ApiError && error.status === 404);
  }
}

/** Loads the comments that were posted while the live connection was interrupted. */
export async function catchUp(view: View): Promise<void> {
  // Before the first load, all comments would count as new.
  await whenLoaded();
  const { article, comments, load } = $comments.get();
  if (load.state !== 'ready') return;
  const dates = Object.values(comments).map(({ createdAt }) => createdAt);
  const newest = dates.toSorted().at(-1) ?? '';
  const page = await listComments(article, { sort: 'recent' }).catch(() => undefined);
  if (!page) return;
  view.preserveScroll(() => {
    for (const { replies: _, ...comment } of page.comments.toReversed()) {
      receiveComment(comment, comment.createdAt > newest, view);
    }
    changeComments({ count: page.result });
  });
}

function receiveComment(comment: Comment, isNew: boolean, view: View): void {
  const { _id: id, parent, name } = comment;
  const { arrivals, ...state } = $comments.get();
  const current = state.comments[id];
  if (current) {
    // Events are the same for all readers, so personal properties keep their values.
    const { mine, liked, editableUntil } = current;
    const profile = current.profile && comment.member !== null;
    updateComment(id, { ...comment, mine, liked, editableUntil, profile });
    return;
  }
  if (!isNew) {
    changeComments({
      arrivals: arrivals.map((arrival) => (arrival._id === id ? comment : arrival)),
    });
    return;
  }
  const others = arrivals.filter(({ _id }) => _id !== id);
  if (parent !== null) {
    // While earlier replies are not loaded, the new one is only counted.
    if (repliesLeft(state, parent) <= 0) addComment(comment);
    else changeReplyCount(parent, 1);
  } else if (view.isReading()) changeComments({ arrivals: [...others, comment] });
  else addComment(comment);
  const text = `New ${parent === null ? 'comment' : 'reply'} by ${name}`;
  changeComments({ announcement: nextAnnouncement(text, $comments.get().announcement) });
}
