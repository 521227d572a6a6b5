import { atom } from 'nanostores';
import type { CommentList, CommentReport } from '#contracts/comment.ts';
import { type CommentSort, GUEST_NAME } from '#contracts/comment-limits.ts';
import { ApiError } from '../client/api-client.ts';
import * as api from '../client/comment-api.ts';
import { nextAnnouncement } from '../format/announcement.ts';
import {
  $commentDrafts,
  deleteDraft,
  draftKey,
  openDraft,
  returnDraft,
  typeDraft,
} from './comment-drafts.ts';
import { type CommentLists, putComment, removeFromLists, repliesOf } from './comment-list.ts';
import { $session, $sessionFlag, type Session } from './session.ts';
import { showToast } from './toasts.ts';

type Comment = api.Comment;

/** The author of new comments. */
export interface Writer {
  /** _id of the member; null for a guest. */
  id: string | null;
  name: string;
  avatar: string | null;
}

/** A sent comment that the API has not confirmed. */
export interface SentComment {
  /** Idempotency key: the API stores the comment once, even if it is sent several times. */
  key: string;
  parent: string | null;
  /** _id of the comment that it is shown under; null if it is not a reply. */
  thread: string | null;
  text: string;
  /** Content of the honeypot field, which only programs fill in. */
  website: string;
  formToken: { value: string; at: number };
  writer: Writer;
  /** Reason why the last attempt failed. */
  failure: string | null;
}

/** Moves the focus to a comment, or to the heading if `id` is null. */
interface FocusRequest {
  id: string | null;
  scroll?: 'top' | 'nearest';
  /** True to move it only if nothing else has the focus. */
  ifLost?: boolean;
}

interface Comments extends CommentLists {
  /** _id of the article. */
  article: string;
  load: { state: 'idle' | 'loading' | 'ready' } | { state: 'failed'; reason: string };
  sort: CommentSort;
  /** Cursor of the next page. */
  next: string | null;
  /** Cursor of the next replies to a comment. */
  nextReplies: Readonly<Record<string, string | null>>;
  /** Number of public comments of the article; null until they are loaded. */
  count: number | null;
  /** `open`, or the reason why the visitor may not write; null until it is known. */
  writing: CommentList['writing'] | null;
  /** Value of `writing` for guests when the page was published. */
  guestWriting: CommentList['writing'] | null;
  /** Form token, from which the API calculates how long the form was open. `at` is in milliseconds since 1970. */
  formToken: SentComment['formToken'];
  writer: Writer;
  /** Newest first. */
  sent: readonly SentComment[];
  /** New comments behind a button, oldest first, so that the text does not move while the visitor reads. */
  arrivals: readonly Comment[];
  /** The open form of each comment. */
  forms: Readonly<Record<string, 'reply' | 'edit'>>;
  /** _id of the comment in the hash of the URL. */
  linked: string | null;
  /** Result of the visitor's last action. */
  status: string;
  /** Announces new comments of others to screen readers. */
  announcement: string;
  focus: FocusRequest | null;
}

const guest: Writer = { id: null, name: GUEST_NAME, avatar: null };

/** Comments of the article on this page. */
export const $comments = atom<Comments>({
  article: '',
  load: { state: 'idle' },
  sort: 'relevant',
  comments: {},
  threads: [],
  replies: {},
  next: null,
  nextReplies: {},
  count: null,
  writing: null,
  guestWriting: null,
  formToken: { value: '', at: 0 },
  writer: guest,
  sent: [],
  arrivals: [],
  forms: {},
  linked: null,
  status: '',
  announcement: '',
  focus: null,
});

export const changeComments = (change: Partial<Comments>): void =>
  $comments.set({ ...$comments.get(), ...change });

/** Shows the result of an action of the visitor. */
export const showStatus = (text: string): void =>
  changeComments({ status: nextAnnouncement(text, $comments.get().status) });

/** Request to open the panel. */
export interface PanelRequest {
  /** _id of the comment to show. */
  at?: string | null;
  /** Moves the focus to the field. */
  write?: boolean;
  /** Leaves the focus where it is: the browser has opened the panel and has moved it. */
  keepsFocus?: boolean;
}

/** The open panel; null while it is closed. */
export const $commentsPanel = atom<PanelRequest | null>(null);

export function openComments(request: PanelRequest = {}): void {
  $commentsPanel.set(request);
  showForm();
}

/**
 * Starts the comments of the page.
 * @param typed text that the visitor typed before the island was loaded. It follows a stored draft.
 */
export function startComments(
  article: string,
  guestWriting: CommentList['writing'],
  typed: string,
): void {
  changeComments({ article, guestWriting });
  if (typed) {
    const key = draftKey(null, article);
    // Members get the draft of the guest as soon as they are known, see `openDraft`.
    if (!$sessionFlag.get()) openDraft(null, article);
    const stored = $commentDrafts.get()[key]?.text.trim();
    typeDraft(key, stored ? `${stored}\n\n${typed}` : typed);
  }
  if ($commentsPanel.get()) showForm();
}

/** Shows the form before the comments are loaded, unless the visitor is a member who is not known yet. */
function showForm(): void {
  const { article, guestWriting, writing: known } = $comments.get();
  if (known !== null || guestWriting === null) return;
  const session = $session.get();
  if ($sessionFlag.get() && session.state !== 'signed-in') return;
  const writer = writerOf(session);
  openDraft(writer.id, article);
  const writing = guestWriting === 'sign-in' && writer.id !== null ? 'open' : guestWriting;
  changeComments({ writer, writing });
}

export const closeComments = (): void => $commentsPanel.set(null);

export function openForm(id: string, form: 'reply' | 'edit'): void {
  const { forms } = $comments.get();
  changeComments({ forms: { ...forms, [id]: form } });
  openFormDrafts($comments.get().writer.id);
}

export function closeForm(id: string): void {
  const { [id]: _, ...forms } = $comments.get().forms;
  changeComments({ forms });
}

/** Closes a form and deletes its draft. */
export function cancelForm(id: string): void {
  const { writer, forms, article } = $comments.get();
  const form = forms[id];
  closeForm(id);
  if (form) deleteDraft(draftKey(writer.id, draftPlaceOf(article, id, form)));
}

/** Identifies the field of a form for its draft. */
export const draftPlaceOf = (
  article: string,
  id: string | null,
  form: 'reply' | 'edit',
): string => {
  if (id === null) return article;
  return form === 'edit' ? `edit ${id}` : `${article} ${id}`;
};

/** Opens the drafts of all forms for a member, or for a guest. A new draft of an edit starts with the comment. */
export function openFormDrafts(member: string | null): void {
  const { article, forms, comments } = $comments.get();
  openDraft(member, article);
  for (const [id, form] of Object.entries(forms)) {
    const text = form === 'edit' ? (comments[id]?.comment ?? '') : '';
    openDraft(member, draftPlaceOf(article, id, form), text);
  }
}

export const draftOfSent = ({ writer, parent }: SentComment): string =>
  draftKey(writer.id, draftPlaceOf($comments.get().article, parent, 'reply'));

/** Saves the text of an edited comment. @returns true if it was saved */
export async function editComment(id: string, text: string): Promise<boolean> {
  const { writer, article } = $comments.get();
  try {
    const { comment, msg } = await api.changeComment(id, text);
    updateComment(id, comment);
    cancelForm(id);
    showStatus(msg);
    return true;
  } catch (error) {
    const key = draftKey(writer.id, draftPlaceOf(article, id, 'edit'));
    returnDraft(key, text, reasonOf(error));
    return false;
  }
}

/** Deletes a comment of the visitor. @throws ApiError */
export async function removeComment(id: string): Promise<void> {
  const { comment, result, msg } = await api.deleteComment(id);
  if (comment) updateComment(id, comment);
  else hideComment(id);
  changeComments({ count: result });
  showStatus(msg);
}

/** Likes or unlikes a comment, shown at once. @throws ApiError after the change is reverted */
export async function toggleLike(id: string): Promise<void> {
  const comment = $comments.get().comments[id];
  if (!comment) return;
  const { liked, likes } = comment;
  updateComment(id, { liked: !liked, likes: likes + (liked ? -1 : 1) });
  try {
    const response = await api.likeComment(id, !liked);
    updateComment(id, { liked: response.liked, likes: response.totalLikes });
  } catch (error) {
    updateComment(id, { liked, likes });
    throw error;
  }
}

/** Reports a comment to the moderators. @throws ApiError */
export async function reportComment(id: string, report: CommentReport): Promise<void> {
  const { msg } = await api.reportComment(id, report);
  showToast({ type: 'SUCCESS', message: msg });
}

/** Shows a new comment. A public reply increments the reply count of its parent. */
export function addComment(comment: Comment): void {
  const state = $comments.get();
  const isShown = state.comments[comment._id] !== undefined;
  $comments.set(putComment(state, comment, state.sort === 'recent' ? 'by time' : 'first'));
  if (!isShown && comment.state === 'published') changeReplyCount(comment.parent, 1);
}

export function updateComment(id: string, change: Partial<Comment>): void {
  const { comments } = $comments.get();
  const comment = comments[id];
  if (comment) changeComments({ comments: { ...comments, [id]: { ...comment, ...change } } });
}

export function changeReplyCount(parent: string | null, by: number): void {
  const comment = parent === null ? undefined : $comments.get().comments[parent];
  if (comment) updateComment(comment._id, { replyCount: comment.replyCount + by });
}

/** Removes a comment from the list. While the visitor writes a reply to it, it stays as a deleted comment. */
export function hideComment(id: string): void {
  const state = $comments.get();
  const comment = state.comments[id];
  if (!comment) return;
  if ([id, ...repliesOf(state, id)].some(hasUnsentText)) {
    updateComment(id, { state: 'gone', comment: '', html: '', mine: false, likes: 0 });
  } else {
    const { lists, neighbour } = removeFromLists(state, id);
    $comments.set({ ...lists, focus: { id: neighbour, ifLost: true } });
  }
  if (comment.state === 'published') changeReplyCount(comment.parent, -1);
}

function hasUnsentText(id: string): boolean {
  const { forms, writer, article } = $comments.get();
  const form = forms[id];
  if (!form) return false;
  const draft = $commentDrafts.get()[draftKey(writer.id, draftPlaceOf(article, id, form))];
  return (draft?.text ?? '').trim() !== '';
}

export function writerOf(session: Session): Writer {
  if (session.state !== 'signed-in') return guest;
  const { _id: id, name, avatar } = session.user;
  return { id, name, avatar };
}

/** Returns the message of a failed request, about the text if it has one. Another error is a defect, and reported. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.fields.comment ?? error.message;
  reportError(error);
  return 'Something went wrong here.';
}
