import { diffArrays, diffWordsWithSpace } from 'diff';

/** A range of a text that is unchanged, added or removed. */
export interface Stretch {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Time limit for comparing a long changed range word by word, in milliseconds. */
const PATIENCE_MS = 300;

const toStretches = (changes: { value: string; added: boolean; removed: boolean }[]): Stretch[] =>
  changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));

/** Compares two texts by lines, and within changed lines by words. */
export function diffWords(before: string, after: string): Stretch[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
  const result: Stretch[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '' && added !== '') {
      const words = diffWordsWithSpace(removed, added, { timeout: PATIENCE_MS });
      if (words) result.push(...toStretches(words));
      else result.push({ kind: 'removed', text: removed }, { kind: 'added', text: added });
    } else if (removed !== '') result.push({ kind: 'removed', text: removed });
    else if (added !== '') result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const change of diffArrays(lines(before), lines(after))) {
    const text = change.value.join('');
    if (change.removed) removed += text;
    else if (change.added) added += text;
    else {
      flush();
      result.push({ kind: 'same', text });
    }
  }
  flush();
  return result;
}

/** Counts the words in ranges of a kind. */
export function countWords(stretches: Stretch[], kind: Stretch['kind']): number {
  const texts = stretches.filter((stretch) => stretch.kind === kind).map(({ text }) => text);
  return texts.reduce((sum, text) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
}
