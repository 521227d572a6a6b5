import { atom, onMount } from 'nanostores';
import type { Waiting } from '#contracts/waiting.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import { followLive } from './live.ts';
import { $session } from './session.ts';

/** How many things wait for the admin, by kind; null until the API has said so. */
export const $waiting = atom<Waiting | null>(null);

async function loadWaiting(): Promise<void> {
  try {
    $waiting.set(await callApi<Waiting>('GET', '/api/admin/waiting'));
  } catch (error) {
    // The pages themselves say what is wrong; their links work without a number.
    if (!(error instanceof ApiError)) throw error;
  }
}

onMount($waiting, () => {
  const leaveSession = $session.subscribe((session) => {
    if (session.state === 'signed-in') $waiting.set(session.personal.waiting);
  });
  // New and moderated comments are announced while the page is open.
  const leaveLive = followLive('moderation', { event: () => void loadWaiting() });
  return () => {
    leaveSession();
    leaveLive();
  };
});
