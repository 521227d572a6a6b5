import { useState } from 'react';
import { isTimeZone } from '#contracts/zoned-time.ts';
import { readStored, writeStored } from '../../client/storage.ts';
import { browserZone } from './moment.ts';

const KEY = 'schedule-zone';
const names = Intl.supportedValuesOf('timeZone');

/** All zones, with those that one may mean first. */
export function zoneNames(chosen: string): string[] {
  return [...new Set([browserZone(), chosen, 'UTC', ...names])];
}

function remembered(): string {
  const zone = readStored(KEY);
  return zone !== null && isTimeZone(zone) ? zone : browserZone();
}

/** The zone that was chosen last in this browser, else the browser's own. */
export function useZone(): [string, (zone: string) => void] {
  const [zone, setZone] = useState(remembered);
  const choose = (next: string) => {
    setZone(next);
    writeStored(KEY, next);
  };
  return [zone, choose];
}
