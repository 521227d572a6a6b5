import type { Comment, Thread } from '../client/comment-api.ts';

/** The comments that are shown, in their order. Replies have one level. */
export interface CommentLists {
  comments: Readonly<Record<string, Comment>>;
  /** _id of each comment that is no reply. */
  threads: readonly string[];
  /** _ids of the replies to a comment, oldest first. */
  replies: Readonly<Record<string, readonly string[]>>;
}

/**
 * Updates a comment that is shown, or adds it: a reply by its time, another one before, after or between the others.
 * A reply to a comment that is not shown is left out.
 */
export function putComment<Lists extends CommentLists>(
  lists: Lists,
  comment: Comment,
  order: 'first' | 'last' | 'by time' = 'first',
): Lists {
  const { _id: id, parent, createdAt } = comment;
  const isKnown = lists.comments[id] !== undefined;
  const comments = { ...lists.comments, [id]: comment };
  if (isKnown) return { ...lists, comments };
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

/** Adds a thread that is not shown, or updates it. */
export function putThread<Lists extends CommentLists>(
  lists: Lists,
  { replies, ...comment }: Thread,
  order: 'first' | 'last',
): Lists {
  return replies.reduce((all, reply) => putComment(all, reply), putComment(lists, comment, order));
}

/** Shows these threads. Of those before, it keeps the ones that must stay, and shows them first. */
export function replaceThreads<Lists extends CommentLists>(
  lists: Lists,
  threads: readonly Thread[],
  stays: { thread(id: string): boolean; reply(id: string): boolean },
): Lists {
  const loaded = threads.map(({ _id }) => _id);
  const kept = lists.threads.filter((id) => !loaded.includes(id) && stays.thread(id));
  const shown = [...kept, ...loaded];
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

/** Takes a comment away with its replies. `beside` is the comment that the focus goes to. */
export function dropComment<Lists extends CommentLists>(
  lists: Lists,
  id: string,
): { lists: Lists; beside: string | null } {
  const parent = lists.comments[id]?.parent ?? null;
  const gone = [id, ...repliesOf(lists, id)];
  const siblings = parent === null ? lists.threads : repliesOf(lists, parent);
  const at = siblings.indexOf(id);
  const rest = siblings.filter((other) => other !== id);
  return {
    lists: {
      ...lists,
      comments: Object.fromEntries(
        Object.entries(lists.comments).filter(([other]) => !gone.includes(other)),
      ),
      ...(parent === null ? { threads: rest } : { replies: { ...lists.replies, [parent]: rest } }),
    },
    beside: rest[at] ?? rest[at - 1] ?? parent,
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

/** Inserts an ID before the first one that is next, or at the end. */
function insert(ids: readonly string[], id: string, isNext: (other: string) => boolean) {
  const at = ids.findIndex(isNext);
  return ids.toSpliced(at === -1 ? ids.length : at, 0, id);
}
