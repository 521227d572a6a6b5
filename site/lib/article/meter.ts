import { readStored, readStoredJson, writeStored } from '../../client/storage.ts';
import styles from '../../styles/article-meter.css?url';
import { counted } from '../counted.ts';
import { loadStyles } from '../load-styles.ts';
import { element, icon } from '../search/elements.ts';

/** Counted here, in the reader's browser, and nowhere else. */
const KEY = 'stories';
const CROSS = 'm6 6 12 12M18 6 6 18';

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
export function meterWords(readCount: number, free: number): { title: string; text: string } {
  const left = free - readCount;
  if (left >= 0) {
    return {
      title: `Free member-only story, ${counted(left, 'story', 'stories')} left`,
      text: 'The count starts again next month. No text is ever hidden from you.',
    };
  }
  return {
    title: 'Member-only story',
    text: `This is number ${readCount} this month, and it stays free like the others.`,
  };
}

/**
 * The courtesy note of a site with members: counts what was opened and hides nothing.
 * @param free stories a month that count as free
 */
export async function showMeter(slug: string, free: number): Promise<void> {
  const month = new Date().toISOString().slice(0, 7);
  const stories = countStory(readStoredJson(KEY), month, slug);
  writeStored(KEY, JSON.stringify(stories));
  // A browser that stores nothing cannot count.
  if (readStored(KEY) === null) return;
  if (stories.dismissed) return;
  await loadStyles(styles);
  const { title, text } = meterWords(stories.read.length, free);
  const close = element(
    'button',
    { class: 'icon-button', type: 'button', 'aria-label': 'Close this note' },
    icon(CROSS),
  );
  const next = encodeURIComponent(location.pathname);
  const note = element(
    'section',
    { class: 'meter', 'aria-label': 'Member-only story', lang: 'en' },
    element('p', {}, element('strong', {}, title), ' ', element('span', {}, text)),
    element('a', { class: 'meter__link', href: `/register?next=${next}` }, 'Get Started'),
    close,
  );
  close.addEventListener('click', () => {
    writeStored(KEY, JSON.stringify({ ...stories, dismissed: true }));
    note.remove();
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
  document.body.append(note);
}
