import { atom } from 'nanostores';
import type { CommentEvent, CommentList, CommentReport } from '#contracts/comment.ts';
import { type CommentSort, GUEST_NAME } from '#contracts/comment-limits.ts';
import { ApiError } from '../client/api-client.ts';
import * as api from '../client/comment-api.ts';
import { pluralize } from '../format/pluralize.ts';
import {
  $commentDrafts,
  closeDrafts,
  deleteDraft,
  draftKey,
  hideSent,
  openDraft,
  returnDraft,
  typeDraft,
} from './comment-drafts.ts';
import {
  type CommentLists,
  putComment,
  putThread,
  removeFromLists,
  replaceThreads,
  repliesLeft,
  repliesOf,
} from './comment-list.ts';
import {
  $session,
  $sessionFlag,
  confirmSession,
  confirmSessionAgain,
  type Session,
} from './session.ts';
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
  stamp: { value: string; at: number };
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
  stamp: SentComment['stamp'];
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
  stamp: { value: '', at: 0 },
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

/** Number of the latest load. Results of earlier loads are ignored. */
let latestLoad = 0;
let loading: Promise<void> = Promise.resolve();

/** Loads the first page of comments. The shown comments stay until the response arrives. */
export function loadComments(): Promise<void> {
  loading = load();
  return loading;
}

async function load(): Promise<void> {
  latestLoad += 1;
  const number = latestLoad;
  changeComments({ load: { state: 'loading' } });
  try {
    const page = await loadFirstPage();
    const writer = writerOf(await confirmSession());
    if (number !== latestLoad) return;
    const before = $comments.get();
    const isSamePerson = writer.id === before.writer.id;
    const lists = replaceThreads(before, page.comments, {
      thread: (id) =>
        [id, ...repliesOf(before, id)].some((comment) => before.forms[comment]) ||
        before.sent.some(({ thread }) => thread === id),
      reply: (id) => isSamePerson || before.forms[id] !== undefined,
    });
    for (const place of placesOf(before)) openDraft(writer.id, ...place);
    $comments.set({
      // The visitor's held comments come first, newest on top.
      ...page.waiting.toReversed().reduce((all, comment) => putComment(all, comment), lists),
      load: { state: 'ready' },
      next: page.next,
      nextReplies: {},
      count: page.result,
      writing: page.writing,
      stamp: { value: page.stamp, at: Date.now() },
      writer,
      arrivals: [],
    });
  } catch (error) {
    if (number === latestLoad)
      changeComments({ load: { state: 'failed', reason: apiErrorReasonOf(error) } });
  }
}

/** Loads the first page after the session is refreshed; as a guest if the session has ended. */
async function loadFirstPage(): Promise<CommentList> {
  const { article, sort } = $comments.get();
  if ($sessionFlag.get()) await confirmSession();
  try {
    return await api.listComments(article, { sort });
  } catch (error) {
    const hasEnded = error instanceof ApiError && error.status === 401;
    if (!hasEnded || (await confirmSessionAgain()).state !== 'guest') throw error;
    return api.listComments(article, { sort });
  }
}

export function sortComments(sort: CommentSort): void {
  changeComments({ sort });
  void loadComments();
}

/** Reloads the comments for the current user. */
export async function reloadForSession(): Promise<void> {
  const currentWriter = writerOf(await confirmSession());
  const { writer, sent } = $comments.get();
  if (writer.id !== null && writer.id !== currentWriter.id) {
    // Other users must not see the texts of the member. They stay stored until the member signs out.
    const failed = sent.filter(({ failure }) => failure !== null);
    for (const comment of failed) hideSent(draftOfSent(comment), comment.text);
    closeDrafts();
    changeComments({ forms: {}, sent: sent.filter((comment) => !failed.includes(comment)) });
  }
  await loadComments();
}

/** Loads the next page. */
export async function loadMore(): Promise<void> {
  const number = latestLoad;
  const { article, sort, next } = $comments.get();
  try {
    const page = await api.listComments(article, { sort, cursor: next });
    if (number !== latestLoad) return;
    const before = $comments.get();
    const first = page.comments.find(({ _id }) => !before.comments[_id]);
    $comments.set({
      ...page.comments.reduce((all, thread) => putThread(all, thread, 'last'), before),
      next: page.next,
      status: pluralize(page.comments.length, 'more comment'),
      // The button disappears with the last page, so the focus moves to the first new comment.
      ...(page.next === null && first && { focus: { id: first._id } }),
    });
  } catch (error) {
    changeComments({ status: apiErrorReasonOf(error) });
  }
}

/** Loads more replies to a comment. @throws ApiError */
export async function loadMoreReplies(id: string): Promise<void> {
  const { article, sort, nextReplies } = $comments.get();
  const page = await api.listComments(article, {
    sort,
    parent: id,
    cursor: nextReplies[id] ?? null,
  });
  const before = $comments.get();
  const first = page.comments.find(({ _id }) => !before.comments[_id]);
  const after = page.comments.reduce((all, reply) => putComment(all, reply), before);
  $comments.set({
    ...after,
    nextReplies: { ...before.nextReplies, [id]: page.next },
    ...(repliesLeft(after, id) <= 0 && first && { focus: { id: first._id } }),
  });
}

/** Shows a comment and loads its thread if necessary. */
export async function showComment(id: string): Promise<void> {
  if (!$comments.get().comments[id]) {
    try {
      await loadThread(id);
    } catch (error) {
      const isMissing = error instanceof ApiError && error.status === 404;
      const status = isMissing ? 'The linked comment no longer exists.' : apiErrorReasonOf(error);
      changeComments({ status });
    }
  }
  if ($comments.get().comments[id]) {
    changeComments({ linked: id, focus: { id, scroll: 'top' } });
  } else changeComments({ focus: { id: null } });
}

async function loadThread(id: string): Promise<void> {
  const thread = await api.readThread($comments.get().article, id);
  $comments.set(putThread($comments.get(), thread, 'first'));
}

export function openForm(id: string, form: 'reply' | 'edit'): void {
  const { forms } = $comments.get();
  changeComments({ forms: { ...forms, [id]: form } });
  const { writer, ...state } = $comments.get();
  for (const place of placesOf(state)) openDraft(writer.id, ...place);
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

/** Returns the places of all open forms, with the text that a new draft starts with. */
function placesOf({ article, forms, comments }: Pick<Comments, 'article' | 'forms' | 'comments'>) {
  const open = Object.entries(forms).map(([id, form]): [string, string] => [
    draftPlaceOf(article, id, form),
    form === 'edit' ? (comments[id]?.comment ?? '') : '',
  ]);
  return [[article, ''] satisfies [string, string], ...open];
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
    changeComments({ status: msg });
    return true;
  } catch (error) {
    const fields = error instanceof ApiError ? error.fields : {};
    const key = draftKey(writer.id, draftPlaceOf(article, id, 'edit'));
    returnDraft(key, text, fields.comment ?? apiErrorReasonOf(error));
    return false;
  }
}

/** Deletes a comment of the visitor. @throws ApiError */
export async function removeComment(id: string): Promise<void> {
  const { comment, result, msg } = await api.deleteComment(id);
  if (comment) updateComment(id, comment);
  else hideComment(id);
  changeComments({ count: result, status: msg });
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
  if (!isShown && comment.state === 'published') countReply(comment.parent, 1);
}

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
  await loading;
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
  await loading;
  const { article, comments, load } = $comments.get();
  if (load.state !== 'ready') return;
  const dates = Object.values(comments).map(({ createdAt }) => createdAt);
  const newest = dates.toSorted().at(-1) ?? '';
  const page = await api.listComments(article, { sort: 'recent' }).catch(() => undefined);
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
    else countReply(parent, 1);
  } else if (view.isReading()) changeComments({ arrivals: [...others, comment] });
  else addComment(comment);
  changeComments({ announcement: `New ${parent === null ? 'comment' : 'reply'} by ${name}` });
}

function updateComment(id: string, change: Partial<Comment>): void {
  const { comments } = $comments.get();
  const comment = comments[id];
  if (comment) changeComments({ comments: { ...comments, [id]: { ...comment, ...change } } });
}

function countReply(parent: string | null, by: number): void {
  const comment = parent === null ? undefined : $comments.get().comments[parent];
  if (comment) updateComment(comment._id, { replyCount: comment.replyCount + by });
}

/** Removes a comment from the list. While the visitor writes a reply to it, it stays as a deleted comment. */
function hideComment(id: string): void {
  const state = $comments.get();
  const comment = state.comments[id];
  if (!comment) return;
  if ([id, ...repliesOf(state, id)].some(hasUnsentText)) {
    updateComment(id, { state: 'gone', comment: '', html: '', mine: false, likes: 0 });
  } else {
    const { lists, neighbour } = removeFromLists(state, id);
    $comments.set({ ...lists, focus: { id: neighbour, ifLost: true } });
  }
  if (comment.state === 'published') countReply(comment.parent, -1);
}

function hasUnsentText(id: string): boolean {
  const { forms, writer, article } = $comments.get();
  const form = forms[id];
  if (!form) return false;
  const draft = $commentDrafts.get()[draftKey(writer.id, draftPlaceOf(article, id, form))];
  return (draft?.text ?? '').trim() !== '';
}

function writerOf(session: Session): Writer {
  if (session.state !== 'signed-in') return guest;
  const { _id: id, name, avatar } = session.user;
  return { id, name, avatar };
}

function apiErrorReasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}
