import { readStoredJson, writeStored } from '../../client/storage.ts';

/** The position at which listening stopped, stored by the browser. */

const KEY = 'listening';
/** Maximum number of articles with a stored position; the oldest one is removed first. */
const POSITIONS_MAX = 20;

export interface Position {
  path: string;
  /** Index of the sentence and its beginning, because the article may have changed since. */
  sentence: number;
  beginning: string;
}

/** Returns the stored position of this page, or undefined. */
export function savedPosition(): Position | undefined {
  return readAll().find((position) => position.path === location.pathname);
}

/** Stores a sentence of this page, or (with null) removes the position. */
export function savePosition(at: Pick<Position, 'sentence' | 'beginning'> | null): void {
  const path = location.pathname;
  const otherPositions = readAll().filter((position) => position.path !== path);
  const all =
    at === null ? otherPositions : [...otherPositions, { path, ...at }].slice(-POSITIONS_MAX);
  // Without storage, listening starts at the beginning next time.
  writeStored(KEY, JSON.stringify(all));
}

function readAll(): Position[] {
  const stored = readStoredJson(KEY);
  return Array.isArray(stored) ? stored.filter(isPosition) : [];
}

function isPosition(value: Partial<Position> | null): value is Position {
  return (
    typeof value?.path === 'string' &&
    typeof value.sentence === 'number' &&
    typeof value.beginning === 'string'
  );
}
