import { readStoredJson, writeStored } from '../../client/storage.ts';

/** Where somebody stopped listening, kept by the browser. */

const KEY = 'listening';
/** Articles whose position is kept; the one listened to longest ago goes first. */
const KEPT_MAX = 20;

export interface Position {
  path: string;
  /** Index of the sentence, and how it begins: the article may have changed since. */
  sentence: number;
  beginning: string;
}

/** Where listening to this page stopped, or undefined. */
export function savedPosition(): Position | undefined {
  return readAll().find((position) => position.path === location.pathname);
}

/** Remembers a sentence of this page, or (with null) forgets the page. */
export function savePosition(at: Pick<Position, 'sentence' | 'beginning'> | null): void {
  const path = location.pathname;
  const others = readAll().filter((position) => position.path !== path);
  const all = at === null ? others : [...others, { path, ...at }].slice(-KEPT_MAX);
  // Without storage listening starts at the beginning the next time.
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
