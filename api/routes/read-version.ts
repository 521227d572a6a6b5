import { DomainError } from '../errors.ts';

/** Parses `"v7"`, `v7` or `7`; `*` and a missing header mean any version. */
export function readVersion(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const version = /^(?:W\/)?"?v?(\d{1,9})"?$/.exec(ifMatch.trim())?.[1];
  if (version === undefined) {
    throw new DomainError('VALIDATION', {
      msg: 'If-Match must contain a version, such as "v7".',
    });
  }
  return Number(version);
}
