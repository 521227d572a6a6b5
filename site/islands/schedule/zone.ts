import { useState } from 'react';
import { isTimeZone } from '#contracts/zoned-time.ts';
import { browserZone } from './moment.ts';

const KEY = 'schedule-zone';
const names = Intl.supportedValuesOf('timeZone');

/** All zones, with those that one may mean first. */
export function zoneNames(chosen: string): string[] {
  return [...new Set([browserZone(), chosen, 'UTC', ...names])];
}

function remembered(): string {
  try {
    const zone = localStorage.getItem(KEY);
    if (zone !== null && isTimeZone(zone)) return zone;
  } catch {
    // Switched off: nothing is remembered.
  }
  return browserZone();
}

/** The zone that was chosen last in this browser, else the browser's own. */
export function useZone(): [string, (zone: string) => void] {
  const [zone, setZone] = useState(remembered);
  const choose = (next: string) => {
    setZone(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Then it lasts as long as the page.
    }
  };
  return [zone, choose];
}
