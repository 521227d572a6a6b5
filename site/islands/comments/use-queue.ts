import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import type {
  ModeratedComment,
  ModerationDecision,
  ModerationList,
  ModerationRequest,
  ModerationResponse,
  moderationChangeResponse,
} from '#contracts/comment.ts';
import { callApi } from '../../client/api-client.ts';
import { followEvents } from '../../stores/live.ts';
import { showToast } from '../../stores/toasts.ts';
import { loadFrom, useList } from '../ui/ListPage.tsx';
import { useExclusive } from '../ui/use-action.tsx';
import { errorMessage } from '../ui/use-fetch.ts';

export const lists: { value: ModerationList; name: string }[] = [
  { value: 'held', name: 'Held' },
  { value: 'reported', name: 'Reported' },
  { value: 'published', name: 'Published' },
  { value: 'rejected', name: 'Rejected' },
  { value: 'spam', name: 'Spam' },
];

/** Title and text of each list without comments. */
export const emptyMessages: Record<ModerationList, [title: string, text: string]> = {
  held: [
    'No comments awaiting moderation',
    'Guest comments and first comments from new members appear here until you approve them.',
  ],
  reported: ['No reports', 'Comments that readers report appear here with the reasons.'],
  published: ['No comments yet', 'Public comments appear here.'],
  rejected: ['Nothing rejected', 'Rejected comments are visible only to their author.'],
  spam: ['No spam', 'Comments you mark as spam are hidden from everyone else.'],
};

export const decisionNames: Record<ModerationDecision, string> = {
  approve: 'Approve',
  hold: 'Hold',
  reject: 'Reject',
  spam: 'Spam',
  delete: 'Delete',
};

/** Decisions about the comments of each list. */
export const decisionsOf: Record<ModerationList, readonly ModerationDecision[]> = {
  held: ['approve', 'reject', 'spam', 'delete'],
  // Approving a reported comment dismisses its reports.
  reported: ['approve', 'reject', 'spam', 'delete'],
  published: ['reject', 'spam', 'delete'],
  rejected: ['approve', 'spam', 'delete'],
  spam: ['approve', 'reject', 'delete'],
};

export type { ModeratedComment, ModerationDecision, ModerationList };

type ModerationChanged = z.infer<typeof moderationChangeResponse>;
export type Queue = ModerationResponse;

/** Part of the queue that is shown. */
interface QueueQuery {
  list: ModerationList;
  search: string;
  page: number;
}

const listQueue = loadFrom<Queue>('/api/admin/comments');

const decide = (body: ModerationRequest): Promise<ModerationChanged> =>
  callApi('POST', '/api/admin/comments/decide', { body });

/** The last decision, which can be undone. */
interface LastDecision {
  msg: string;
  changed: ModerationChanged['changed'];
  /** Time of the decision. */
  at: string;
}

/** Decision that restores each state; deletions cannot be undone. */
const backTo = {
  published: 'approve',
  held: 'hold',
  rejected: 'reject',
  spam: 'spam',
  deleted: null,
} as const satisfies Record<string, ModerationDecision | null>;

/** Minimum characters of a search that the API accepts; a shorter one matches everything. */
const SEARCH_MIN = 3;

const spec = {
  defaults: { list: 'held', search: '', page: 1 } as QueueQuery,
  allowed: { list: lists },
  load: ({ search, ...query }: QueueQuery, signal: AbortSignal) =>
    listQueue({ ...query, search: search.length < SEARCH_MIN ? '' : search }, signal),
};

/** A page of the moderation queue with live updates, and the decisions about its comments. */
export function useQueue() {
  const list = useList(spec);
  const { reload, change } = list;
  const [decided, setDecided] = useState<LastDecision | null>(null);
  useEffect(() => followEvents('moderation', { event: reload, joined: reload }), [reload]);
  const runExclusive = useExclusive();

  /** @throws ApiError if no changes were made */
  const applyDecision = useCallback(
    (chosen: string[], decision: ModerationDecision, reason = '') =>
      runExclusive(chosen, async (ids) => {
        const { msg, changed, counts, at } = await decide({ ids, decision, reason });
        const decidedIds = new Set(changed.map(({ _id }) => _id));
        change((queue) => ({
          ...queue,
          counts,
          result: queue.result - decidedIds.size,
          comments: queue.comments.filter(({ _id }) => !decidedIds.has(_id)),
        }));
        setDecided({ msg, changed: decision === 'delete' ? [] : changed, at });
        reload();
      }),
    [runExclusive, change, reload],
  );

  const undo = useCallback(async () => {
    if (!decided) return;
    const { changed, at } = decided;
    const idsOf = (changes: ModerationChanged['changed']) => changes.map(({ _id }) => _id);
    await runExclusive(idsOf(changed), async (free) => {
      try {
        for (const [state, decision] of Object.entries(backTo)) {
          const ids = idsOf(
            changed.filter(({ _id, before }) => before === state && free.includes(_id)),
          );
          if (ids.length > 0 && decision) await decide({ ids, decision, reason: '', undo: at });
        }
        setDecided({ msg: 'Undone.', changed: [], at });
      } catch (error) {
        showToast({ type: 'error', message: `Could not be undone. ${errorMessage(error)}` });
      }
      reload();
    });
  }, [decided, runExclusive, reload]);

  return { list, applyDecision, undo, decided };
}
