/** What an article page runs at once. Islands are hydrated, and everything heavier is loaded, when it is used or comes near. */
import { isCommentsHash } from './comment-address.ts';
import { startCopying } from './copy.ts';
import { followUrl } from './follow-url.ts';
import { hydrateWithin } from './hydrate.ts';
import { readSessionFlag } from './session-flag.ts';
import { showReactions } from './show-reactions.ts';
import { readStored } from './storage.ts';
import { showStoryNotice } from './story-notice.ts';

/** Where islands/listening/listening-position.ts keeps what was listened to. */
const POSITIONS = 'listening';

const find = <Found extends HTMLElement>(selector: string) =>
  document.querySelector<Found>(selector);

fitContents();
startCopying();
startListening();
followComments();
// How an article is liked changes nothing about reading it.
const reactions = find('[data-reactions]');
if (reactions) whenIdle(() => showReactions(reactions));
whenNear('[data-more]', hydrateWithin);
whenNear('[data-related]', async (section) => (await import('./related.ts')).showRelated(section));
// The note is a courtesy for guests.
const note = find<HTMLTemplateElement>('[data-story-notice]');
if (note && !readSessionFlag()) whenIdle(() => showStoryNotice(note));

/** The table of contents is folded on small screens, and stands open beside the text on wide ones. */
function fitContents(): void {
  const details = find<HTMLDetailsElement>('.contents details');
  if (!details) return;
  const beside = matchMedia('(width >= 75rem)');
  const fit = () => {
    details.open = beside.matches;
  };
  // Opening it is such an event, too.
  details.addEventListener(
    'toggle',
    async () => (await import('./table-of-contents.ts')).followContents(details),
    { once: true },
  );
  beside.addEventListener('change', fit);
  fit();
}

/**
 * Hydrates everything that belongs to the comments, which is in two places, when one of them is used or the address
 * names a comment.
 */
function followComments(): void {
  const places = [...document.querySelectorAll('[data-comments]')];
  const hydrateAll = () => places.forEach(hydrateWithin);
  for (const place of places) {
    place.addEventListener(
      'click',
      ({ target }) => {
        if ((target as Element).closest('button')) hydrateAll();
      },
      true,
    );
  }
  followUrl(() => {
    if (isCommentsHash(location.hash)) hydrateAll();
  });
}

/** Shows the button 'Listen' once the browser has a voice. */
function startListening(): void {
  const control = find('[data-listen]');
  if (!control || !('speechSynthesis' in window)) return;
  const show = () => control.toggleAttribute('data-ready', speechSynthesis.getVoices().length > 0);
  show();
  speechSynthesis.addEventListener('voiceschanged', show);
  // The island says where listening goes on.
  if (readStored(POSITIONS)?.includes(location.pathname)) hydrateWithin(control);
}

function whenIdle(work: () => unknown): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void work());
  else setTimeout(() => void work(), 1000);
}

/** Calls `show` when the reader comes within a screen of an element. */
function whenNear(selector: string, show: (section: HTMLElement) => unknown): void {
  const section = find(selector);
  if (!section) return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      show(section);
    },
    { rootMargin: '100% 0px' },
  );
  observer.observe(section);
}
