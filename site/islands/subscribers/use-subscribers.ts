import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import {
  deleteSubscriber,
  listSubscribers,
  type Subscriber,
  type SubscriberList,
  type SubscriberQuery,
  saveExport,
} from './subscriber-calls.ts';

type Loaded =
  | { state: 'loading'; last: SubscriberList | null }
  | { state: 'ready'; list: SubscriberList }
  | { state: 'failed'; reason: string };

const sentence = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something went wrong here. Please reload the page.';

/** One page of the subscribers, and what can be done with them. */
export function useSubscribers({ show, page }: SubscriberQuery) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading', last: null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((current) => current + 1), []);

  // `round` asks again for the same page.
  useEffect(() => {
    const abort = new AbortController();
    setLoaded((current) => ({
      state: 'loading',
      last: current.state === 'ready' ? current.list : null,
    }));
    listSubscribers({ show, page }, abort.signal)
      .then((list) => setLoaded({ state: 'ready', list }))
      .catch((error) => {
        if (!abort.signal.aborted) setLoaded({ state: 'failed', reason: sentence(error) });
      });
    return () => abort.abort();
  }, [show, page, round]);

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
  async function save() {
    try {
      await saveExport();
    } catch (error) {
      void showToast({ type: 'error', message: `There is no file. ${sentence(error)}` });
    }
  }
  return { loaded, reload, remove, save };
}
