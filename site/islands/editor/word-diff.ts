import { diffWords } from 'diff';

/** A piece of two texts: in both, in the older alone, or in the newer alone. */
export interface WordChange {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Words that may differ before the two are shown as a whole each, to stay quick. */
const CHANGES_MAX = 3000;

/** What changed from one text to the other, word by word. */
export function wordChanges(before: string, after: string): WordChange[] {
  const parts = diffWords(before, after, { maxEditLength: CHANGES_MAX }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  return parts
    .filter(({ value }) => value !== '')
    .map(({ removed, added, value }) => ({
      kind: removed ? 'removed' : added ? 'added' : 'same',
      text: value,
    }));
}

/** How many words were added and how many taken away. */
export function countChanges(changes: WordChange[]): { added: number; removed: number } {
  const words = (kind: WordChange['kind']) =>
    changes
      .filter((change) => change.kind === kind)
      .reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
  return { added: words('added'), removed: words('removed') };
}
