import { useCallback, useEffect, useState } from 'react';
import { listen } from '../../client/live.ts';
import { showToast } from '../../client/show-toast.ts';
import { sentence, useLoaded } from '../use-loaded.ts';
import {
  decide,
  listQueue,
  type ModerationChanged,
  type ModerationDecision,
  type QueueQuery,
} from './queue-calls.ts';

/** What was decided last, and can be taken back. */
export interface Decided {
  msg: string;
  changed: ModerationChanged['changed'];
  /** When. */
  at: string;
}

/** How each state is brought about again; what is deleted stays so. */
const backTo = {
  published: 'approve',
  held: 'hold',
  rejected: 'reject',
  spam: 'spam',
  deleted: null,
} as const satisfies Record<string, ModerationDecision | null>;

/** One page of the queue that follows what happens, and what can be decided about it. */
export function useQueue({ list, search, page }: QueueQuery) {
  const load = useCallback(
    (signal: AbortSignal) => listQueue({ list, search, page }, signal),
    [list, search, page],
  );
  const { loaded, reload, change } = useLoaded(load);
  const [decided, setDecided] = useState<Decided | null>(null);
  useEffect(() => listen('moderation', { event: reload, joined: reload }), [reload]);

  const judge = useCallback(
    async (ids: string[], decision: ModerationDecision, reason = '') => {
      try {
        const { msg, changed, counts, at } = await decide({ ids, decision, reason });
        const gone = new Set(changed.map(({ _id }) => _id));
        change((queue) => ({
          ...queue,
          counts,
          comments: queue.comments.filter(({ _id }) => !gone.has(_id)),
        }));
        setDecided({ msg, changed: decision === 'delete' ? [] : changed, at });
        reload();
        return true;
      } catch (error) {
        void showToast({ type: 'error', message: `Nothing was decided. ${sentence(error)}` });
        return false;
      }
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
      setDecided({ msg: 'Taken back.', changed: [], at: decided.at });
    } catch (error) {
      void showToast({ type: 'error', message: `Not taken back. ${sentence(error)}` });
    }
    reload();
  }, [decided, reload]);

  return { loaded, reload, judge, undo, decided };
}
