import { atom, onMount } from 'nanostores';
import type { PersonalEvent } from '#contracts/live.ts';
import { listen } from '../client/live.ts';
import { showToast } from '../client/show-toast.ts';

/** Number of the member's unread notifications; 0 for guests and until it is known. */
export const $unread = atom(0);

/** Sets the number that the API has returned. */
export function setUnread(unread: number): void {
  $unread.set(unread);
}

onMount($unread, () =>
  listen('me', {
    event(data) {
      const event = data as PersonalEvent;
      if (event.type !== 'notifications') return;
      setUnread(event.unread);
      // The tab that is looked at shows it, and no other.
      if (event.title === undefined || document.visibilityState !== 'visible') return;
      void showToast({ type: 'SUCCESS', message: event.title });
    },
  }),
);
