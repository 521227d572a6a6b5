import { browserZone } from './moment.ts';

const names = Intl.supportedValuesOf('timeZone');

/** All zones, with those that one may mean first. */
export function zoneNames(chosen: string): string[] {
  return [...new Set([browserZone(), chosen, 'UTC', ...names])];
}
