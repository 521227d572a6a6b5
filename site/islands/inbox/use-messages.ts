import { useCallback } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { sentence, useLoaded } from '../use-loaded.ts';
import {
  deleteMessage,
  listMessages,
  type Message,
  type MessageQuery,
  markMessage,
} from './message-calls.ts';

/** One page of the inbox, and what can be done with its messages. */
export function useMessages({ show, page }: MessageQuery) {
  const load = useCallback(
    (signal: AbortSignal) => listMessages({ show, page }, signal),
    [show, page],
  );
  const { loaded, reload } = useLoaded(load);

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
    loaded,
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
