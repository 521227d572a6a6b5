import { useEffect } from 'react';
import type { LiveChannel } from '#contracts/live-channels.ts';
import { followLive } from '../../stores/live.ts';

/** Calls `onChange`, which has to be stable, on each event of a channel and after each break of the stream. */
export function useLive(channel: LiveChannel, onChange: () => void): void {
  useEffect(() => followLive(channel, { event: onChange, joined: onChange }), [channel, onChange]);
}
