import { diffArrays, diffWordsWithSpace } from 'diff';

/** A range of a text that is unchanged, added or removed. */
export interface DiffRange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Time limit for comparing a long changed range word by word, in milliseconds. */
const TIMEOUT_MS = 300;

const toRanges = (changes: { value: string; added: boolean; removed: boolean }[]): DiffRange[] =>
  changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));

/** Compares two texts by lines, and within changed lines by words. */
export function diffWords(before: string, after: string): DiffRange[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
  const result: DiffRange[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '' && added !== '') {
      const words = diffWordsWithSpace(removed, added, { timeout: TIMEOUT_MS });
      if (words) result.push(...toRanges(words));
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
export function countChangedWords(ranges: DiffRange[], kind: DiffRange['kind']): number {
  const texts = ranges.filter((range) => range.kind === kind).map(({ text }) => text);
  return texts.reduce((sum, text) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
}
