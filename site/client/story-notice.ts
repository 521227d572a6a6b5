import { pluralize } from '../format/pluralize.ts';
import { readStored, readStoredJson, writeStored } from './storage.ts';

/** The stories are counted only in the reader's browser. */
const KEY = 'stories';

/** Stories that were read in a month. `dismissed` is true if the reader has closed the note. */
export interface Stories {
  /** `2026-11`. */
  month: string;
  read: string[];
  dismissed: boolean;
}

/** Adds a story to the stored ones. A story counts once, and the count restarts every month. */
export function countStory(stored: unknown, month: string, slug: string): Stories {
  const previous = stored as Partial<Stories> | null;
  const isNewMonth = previous?.month !== month || !Array.isArray(previous.read);
  const read: string[] = isNewMonth ? [] : (previous.read ?? []);
  return {
    month,
    read: [...new Set([...read, slug])],
    dismissed: !isNewMonth && previous?.dismissed === true,
  };
}

/** Returns the title and the text of the note. */
export function noticeText(readCount: number, free: number): { title: string; text: string } {
  const left = free - readCount;
  if (left >= 0) {
    return {
      title: `Free member-only story, ${pluralize(left, 'story', 'stories')} left`,
      text: 'The count restarts next month. No content is ever hidden.',
    };
  }
  return {
    title: 'Member-only story',
    text: `This is story ${readCount} this month. It is free, like all others.`,
  };
}

/**
 * Counts the member-only story and shows a note about it. The story itself is always readable.
 * @param template contains the style sheet and the note
 */
export function showStoryNotice(template: HTMLTemplateElement): void {
  const { slug = '', free } = template.dataset;
  const month = new Date().toISOString().slice(0, 7);
  const stories = countStory(readStoredJson(KEY), month, slug);
  writeStored(KEY, JSON.stringify(stories));
  // A browser that stores nothing cannot count.
  if (readStored(KEY) === null || stories.dismissed) return;
  const { title, text } = noticeText(stories.read.length, Number(free));
  const content = template.content.cloneNode(true) as DocumentFragment;
  const [styles, note] = content.children;
  note?.querySelector('strong')?.append(title);
  note?.querySelector('span')?.append(text);
  note?.querySelector('button')?.addEventListener('click', () => {
    writeStored(KEY, JSON.stringify({ ...stories, dismissed: true }));
    note.remove();
    document.querySelector('main')?.focus({ preventScroll: true });
  });
  styles?.addEventListener('load', () => note?.removeAttribute('hidden'));
  document.body.append(content);
}
