import type { Comment, Thread } from '../client/comment-api.ts';

/** The shown comments in their order. Replies have one level. */
export interface CommentLists {
  comments: Readonly<Record<string, Comment>>;
  /** _ids of the comments that are not replies. */
  threads: readonly string[];
  /** _ids of the replies to a comment, oldest first. */
  replies: Readonly<Record<string, readonly string[]>>;
}

/**
 * Updates a comment that is shown, or adds it. Replies are ordered by time, other comments by `order`. A reply to a
 * comment that is not shown is ignored.
 */
export function putComment<Lists extends CommentLists>(
  lists: Lists,
  comment: Comment,
  order: 'first' | 'last' | 'by time' = 'first',
): Lists {
  const { _id: id, parent, createdAt } = comment;
  const isShown = lists.comments[id] !== undefined;
  const comments = { ...lists.comments, [id]: comment };
  if (isShown) return { ...lists, comments };
  const writtenAt = (other: string) => comments[other]?.createdAt ?? '';
  if (parent !== null) {
    if (!lists.comments[parent]) return lists;
    const replies = insert(repliesOf(lists, parent), id, (other) => writtenAt(other) > createdAt);
    return { ...lists, comments, replies: { ...lists.replies, [parent]: replies } };
  }
  const isNext = (other: string) =>
    order === 'first' || (order === 'by time' && writtenAt(other) < createdAt);
  return { ...lists, comments, threads: insert(lists.threads, id, isNext) };
}

/** Adds a thread with its replies, or updates it. */
export function putThread<Lists extends CommentLists>(
  lists: Lists,
  { replies, ...comment }: Thread,
  order: 'first' | 'last',
): Lists {
  return replies.reduce((all, reply) => putComment(all, reply), putComment(lists, comment, order));
}

/** Replaces the threads. Earlier threads and replies that `stays` accepts are kept; the threads come first. */
export function replaceThreads<Lists extends CommentLists>(
  lists: Lists,
  threads: readonly Thread[],
  stays: { thread(id: string): boolean; reply(id: string): boolean },
): Lists {
  const loaded = threads.map(({ _id }) => _id);
  const retainedThreads = lists.threads.filter((id) => !loaded.includes(id) && stays.thread(id));
  const shown = [...retainedThreads, ...loaded];
  const replies = Object.fromEntries(
    shown.map((id) => [id, repliesOf(lists, id).filter(stays.reply)]),
  );
  const ids = new Set([...shown, ...Object.values(replies).flat()]);
  const comments = Object.fromEntries(Object.entries(lists.comments).filter(([id]) => ids.has(id)));
  const all = threads.reduce<Lists>((rest, thread) => putThread(rest, thread, 'last'), {
    ...lists,
    comments,
    replies,
  });
  return { ...all, threads: shown };
}

/** Removes a comment with its replies. `neighbour` is the comment that gets the focus. */
export function removeFromLists<Lists extends CommentLists>(
  lists: Lists,
  id: string,
): { lists: Lists; neighbour: string | null } {
  const parent = lists.comments[id]?.parent ?? null;
  const removed = [id, ...repliesOf(lists, id)];
  const siblings = parent === null ? lists.threads : repliesOf(lists, parent);
  const index = siblings.indexOf(id);
  const rest = siblings.filter((other) => other !== id);
  return {
    lists: {
      ...lists,
      comments: Object.fromEntries(
        Object.entries(lists.comments).filter(([other]) => !removed.includes(other)),
      ),
      ...(parent === null ? { threads: rest } : { replies: { ...lists.replies, [parent]: rest } }),
    },
    neighbour: rest[index] ?? rest[index - 1] ?? parent,
  };
}

export const repliesOf = (lists: CommentLists, id: string): readonly string[] =>
  lists.replies[id] ?? [];

/** Returns the number of public replies that are not loaded. */
export function repliesLeft(lists: CommentLists, id: string): number {
  const isPublic = (reply: string) =>
    ['published', 'gone'].includes(lists.comments[reply]?.state ?? '');
  const shown = repliesOf(lists, id).filter(isPublic).length;
  return (lists.comments[id]?.replyCount ?? 0) - shown;
}

/** Inserts an ID before the first one for which `isNext` is true, or at the end. */
function insert(ids: readonly string[], id: string, isNext: (other: string) => boolean) {
  const index = ids.findIndex(isNext);
  return ids.toSpliced(index === -1 ? ids.length : index, 0, id);
}
