import type { CrossPost } from '../../client/connection-api.ts';

/** Label and chip of each state. */
export const postStates = {
  planned: ['Scheduled', 'chip--draft'],
  sending: ['Posting', 'chip--draft'],
  sent: ['Posted', 'chip--live'],
  failed: ['Failed', 'chip--deleted'],
  unknown: ['Unknown', 'chip--deleted'],
  cancelled: ['Cancelled', ''],
} as const satisfies Record<CrossPost['state'], readonly [string, string]>;

/** Milliseconds that count as soon. */
const SOON_MS = 30_000;

/** True if the state changes automatically within moments. */
export const isMoving = ({ state, nextAt }: Pick<CrossPost, 'state' | 'nextAt'>) =>
  state === 'sending' ||
  (state !== 'sent' && nextAt !== null && Date.parse(nextAt) - Date.now() < SOON_MS);
