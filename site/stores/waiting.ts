import { atom, onMount } from 'nanostores';
import type { Waiting } from '#contracts/waiting.ts';
import { listen } from '../client/live.ts';
import { ApiError, callApi } from '../lib/api-client.ts';

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
  void loadWaiting();
  // New and moderated comments are announced while the page is open.
  return listen('moderation', { event: () => void loadWaiting() });
});
