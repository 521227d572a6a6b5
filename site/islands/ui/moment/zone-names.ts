import { browserZone } from './moment.ts';

const names = Intl.supportedValuesOf('timeZone');

/** Returns all time zones, the most likely ones first. */
export function zoneNames(chosen: string): string[] {
  return [...new Set([browserZone(), chosen, 'UTC', ...names])];
}
