import { readStored, writeStored } from '../client/storage.ts';
import { pluralize } from '../format/pluralize.ts';

/**
 * The stories are counted only in the reader's browser: `2026-11 first-slug second-slug`, and `!` after the reader has
 * closed the note.
 */
const KEY = 'stories';

/** Adds a story to the stored ones. A story counts once, and the count restarts every month. */
export function countStory(stored: string | null, month: string, slug: string): string[] {
  const [storedMonth, ...slugs] = stored?.split(' ') ?? [];
  return [...new Set([...(storedMonth === month ? slugs : []), slug])];
}

/**
 * Counts the member-only story and shows a note about it. The story itself is always readable.
 * @param template contains the style sheet and the note, with a text for free stories and one for later ones
 */
export function showStoryNotice({ content, dataset }: HTMLTemplateElement): void {
  const month = new Date().toISOString().slice(0, 7);
  const slugs = countStory(readStored(KEY), month, dataset.slug as string);
  const store = () => writeStored(KEY, `${month} ${slugs.join(' ')}`);
  store();
  // A browser that stores nothing cannot count.
  if (!readStored(KEY) || slugs.includes('!')) return;
  const [styles, note] = content.children as unknown as [HTMLLinkElement, HTMLElement];
  const left = Number(dataset.free) - slugs.length;
  // The first paragraph is for free stories.
  note.children[left < 0 ? 0 : 1]?.remove();
  note
    .querySelector('b')
    ?.append(left < 0 ? `${slugs.length}` : pluralize(left, 'story', 'stories'));
  note.querySelector('button')?.addEventListener('click', () => {
    slugs.push('!');
    store();
    note.remove();
    document.querySelector('main')?.focus({ preventScroll: true });
  });
  styles.onload = () => {
    note.hidden = false;
  };
  document.body.append(content);
}
