import { atom, onMount } from 'nanostores';
import type { PendingCounts } from '#contracts/overview.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import { followEvents } from './live.ts';
import { $session } from './session.ts';

/** Pending counts of the admin by kind; null until they are loaded. */
export const $pendingCounts = atom<PendingCounts | null>(null);

async function loadPendingCounts(): Promise<void> {
  try {
    $pendingCounts.set(await callApi<PendingCounts>('GET', '/api/admin/waiting'));
  } catch (error) {
    // The pages report the error. Their links also work without counts.
    if (!(error instanceof ApiError)) throw error;
  }
}

onMount($pendingCounts, () => {
  const unsubscribeSession = $session.subscribe((session) => {
    if (session.state === 'signed-in') $pendingCounts.set(session.personal.waiting);
  });
  // An event arrives for each new or moderated comment.
  const stopFollowing = followEvents('moderation', { event: () => void loadPendingCounts() });
  return () => {
    unsubscribeSession();
    stopFollowing();
  };
});
