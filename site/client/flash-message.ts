import { readStored, writeStored } from './storage.ts';

const KEY = 'profile-said';

/** Keeps a sentence for the page that comes next. */
export function sayOnNextPage(sentence: string): void {
  writeStored(KEY, sentence, 'session');
}

/** What the page before has said, once. */
export function saidBefore(): string | null {
  const sentence = readStored(KEY, 'session');
  writeStored(KEY, null, 'session');
  return sentence;
}
