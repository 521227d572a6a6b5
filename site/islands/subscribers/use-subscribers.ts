import { useCallback } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { useAct } from '../use-act.tsx';
import { sentence, useLoaded } from '../use-loaded.ts';
import {
  deleteSubscriber,
  listSubscribers,
  type Subscriber,
  type SubscriberQuery,
  saveExport,
} from './subscriber-calls.ts';

/** One page of the subscribers, and what can be done with them. */
export function useSubscribers({ show, page }: SubscriberQuery) {
  const load = useCallback(
    (signal: AbortSignal) => listSubscribers({ show, page }, signal),
    [show, page],
  );
  const { loaded, reload } = useLoaded(load);
  const { act, dialog } = useAct(() => undefined);

  async function remove(subscriber: Subscriber) {
    try {
      await deleteSubscriber(subscriber._id);
      void showToast({ type: 'SUCCESS', message: 'Deleted.' });
    } catch (error) {
      void showToast({
        type: 'error',
        message: `${subscriber.email} stays on the list. ${sentence(error)}`,
      });
    }
    // Either way the list on the screen may no longer be what is stored.
    reload();
  }
  const save = () =>
    act(async () => {
      await saveExport();
      return undefined;
    });
  return { loaded, reload, remove, save, dialog };
}
