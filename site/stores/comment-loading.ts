import type { CommentList } from '#contracts/comment.ts';
import type { CommentSort } from '#contracts/comment-limits.ts';
import { ApiError } from '../client/api-client.ts';
import * as api from '../client/comment-api.ts';
import { pluralize } from '../format/pluralize.ts';
import { closeDrafts, hideSent } from './comment-drafts.ts';
import { putComment, putThread, replaceThreads, repliesLeft, repliesOf } from './comment-list.ts';
import {
  $comments,
  changeComments,
  draftOfSent,
  openFormDrafts,
  reasonOf,
  showStatus,
  writerOf,
} from './comments.ts';
import { $sessionFlag, confirmSession, loadAsViewer } from './session.ts';

/** Number of the latest load. Results of earlier loads are ignored. */
let latestLoad = 0;
let loading: Promise<void> = Promise.resolve();

/** Resolves when the latest load has ended. */
export const whenLoaded = (): Promise<void> => loading;

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
    openFormDrafts(writer.id);
    $comments.set({
      // The visitor's held comments come first, newest on top.
      ...page.waiting.toReversed().reduce((all, comment) => putComment(all, comment), lists),
      load: { state: 'ready' },
      next: page.next,
      nextReplies: {},
      count: page.result,
      writing: page.writing,
      formToken: { value: page.formToken, at: Date.now() },
      writer,
      arrivals: [],
    });
  } catch (error) {
    if (number === latestLoad)
      changeComments({ load: { state: 'failed', reason: reasonOf(error) } });
  }
}

/** Loads the first page after the session is refreshed; as a guest if the session has ended. */
async function loadFirstPage(): Promise<CommentList> {
  const { article, sort } = $comments.get();
  if ($sessionFlag.get()) await confirmSession();
  return loadAsViewer(() => api.listComments(article, { sort }));
}

export function sortComments(sort: CommentSort): void {
  // The cursor belongs to the other order.
  changeComments({ sort, next: null });
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
      // The button disappears with the last page, so the focus moves to the first new comment.
      ...(page.next === null && first && { focus: { id: first._id } }),
    });
    showStatus(pluralize(page.comments.length, 'more comment'));
  } catch (error) {
    showStatus(reasonOf(error));
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
      showStatus(isMissing ? 'The linked comment no longer exists.' : reasonOf(error));
    }
  }
  if ($comments.get().comments[id]) {
    changeComments({ linked: id, focus: { id, scroll: 'top' } });
  } else changeComments({ focus: { id: null } });
}

/** Loads a thread of the article and shows it. @throws ApiError */
export async function loadThread(id: string): Promise<void> {
  const thread = await api.readThread($comments.get().article, id);
  $comments.set(putThread($comments.get(), thread, 'first'));
}
