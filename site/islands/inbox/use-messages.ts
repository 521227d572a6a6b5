import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import {
  deleteMessage,
  listMessages,
  type Message,
  type MessageList,
  type MessageQuery,
  markMessage,
} from './message-calls.ts';

export type Messages =
  | { state: 'loading'; last: MessageList | null }
  | { state: 'ready'; list: MessageList }
  | { state: 'failed'; reason: string };

const sentence = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something went wrong here. Please reload the page.';

/** One page of the inbox, and what can be done with its messages. */
export function useMessages({ show, page }: MessageQuery) {
  const [messages, setMessages] = useState<Messages>({ state: 'loading', last: null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((current) => current + 1), []);

  // `round` asks again for the same page.
  useEffect(() => {
    const abort = new AbortController();
    setMessages((current) => ({
      state: 'loading',
      last: current.state === 'ready' ? current.list : null,
    }));
    listMessages({ show, page }, abort.signal)
      .then((list) => setMessages({ state: 'ready', list }))
      .catch((error) => {
        if (!abort.signal.aborted) setMessages({ state: 'failed', reason: sentence(error) });
      });
    return () => abort.abort();
  }, [show, page, round]);

  async function act(message: Message, call: () => Promise<unknown>, done: string) {
    try {
      await call();
      void showToast({ type: 'SUCCESS', message: done });
    } catch (error) {
      void showToast({
        type: 'error',
        message: `The message of ${message.name} stays as it was. ${sentence(error)}`,
      });
    }
    // Either way the list on the screen may no longer be what is stored.
    reload();
  }
  return {
    messages,
    reload,
    mark: (message: Message, read: boolean) =>
      act(
        message,
        () => markMessage(message._id, read),
        read ? 'Marked as read.' : 'Marked as unread.',
      ),
    remove: (message: Message) => act(message, () => deleteMessage(message._id), 'Deleted.'),
  };
}
