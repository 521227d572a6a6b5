import { pluralize } from '../format/pluralize.ts';
import { readStored, readStoredJson, writeStored } from './storage.ts';

/** Counted here, in the reader's browser, and nowhere else. */
const KEY = 'stories';

/** Stories of one month, and whether the reader has seen enough of the note. */
export interface Stories {
  /** `2026-11`. */
  month: string;
  read: string[];
  dismissed: boolean;
}

/** What is known after a story was opened: each counts once, and every month begins anew. */
export function countStory(known: unknown, month: string, slug: string): Stories {
  const before = known as Partial<Stories> | null;
  const fresh = before?.month !== month || !Array.isArray(before.read);
  const read: string[] = fresh ? [] : (before.read ?? []);
  return {
    month,
    read: [...new Set([...read, slug])],
    dismissed: !fresh && before?.dismissed === true,
  };
}

/** The sentences of the note. */
export function noticeWords(readCount: number, free: number): { title: string; text: string } {
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
 * The courtesy note of a site with members: counts what was opened and hides nothing.
 * @param template the note, with its style sheet
 */
export function showStoryNotice(template: HTMLTemplateElement): void {
  const { slug = '', free } = template.dataset;
  const month = new Date().toISOString().slice(0, 7);
  const stories = countStory(readStoredJson(KEY), month, slug);
  writeStored(KEY, JSON.stringify(stories));
  // A browser that stores nothing cannot count.
  if (readStored(KEY) === null || stories.dismissed) return;
  const { title, text } = noticeWords(stories.read.length, Number(free));
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
