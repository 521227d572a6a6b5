import { useCallback, useState } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { useList } from '../ui/use-list.tsx';
import { useLive } from '../ui/use-live.ts';
import { errorMessage } from '../ui/use-loaded.ts';
import { lists } from './lists.ts';
import {
  decide,
  listQueue,
  type ModerationChanged,
  type ModerationDecision,
  type QueueQuery,
} from './queue-calls.ts';

/** The last decision, which can be undone. */
export interface Decided {
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
  const [decided, setDecided] = useState<Decided | null>(null);
  useLive('moderation', reload);

  /** @throws ApiError if no changes were made */
  const applyDecision = useCallback(
    async (ids: string[], decision: ModerationDecision, reason = '') => {
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
    },
    [change, reload],
  );

  const undo = useCallback(async () => {
    if (!decided) return;
    try {
      for (const [state, decision] of Object.entries(backTo)) {
        const ids = decided.changed.filter(({ before }) => before === state).map(({ _id }) => _id);
        if (ids.length > 0 && decision)
          await decide({ ids, decision, reason: '', undo: decided.at });
      }
      setDecided({ msg: 'Undone.', changed: [], at: decided.at });
    } catch (error) {
      showToast({ type: 'error', message: `Could not be undone. ${errorMessage(error)}` });
    }
    reload();
  }, [decided, reload]);

  return { list, applyDecision, undo, decided };
}
