/** Script of article pages. Islands and larger modules load when the reader uses them or scrolls near them. */
import { isCommentsHash } from './comment-address.ts';
import { startCopying } from './copy.ts';
import { followUrl } from './follow-url.ts';
import { hydrateWithin } from './hydrate.ts';
import { readSessionFlag } from './session-flag.ts';
import { showReactions } from './show-reactions.ts';
import { readStored } from './storage.ts';
import { showStoryNotice } from './story-notice.ts';

/** Key under which islands/listening/read-aloud.ts stores positions. */
const POSITIONS_KEY = 'listening';

const find = <Found extends HTMLElement>(selector: string) =>
  document.querySelector<Found>(selector);

startTableOfContents();
startCopying();
startListening();
startComments();
// The likes can wait: the article is readable without them.
const reactions = find('[data-reactions]');
if (reactions) whenIdle(() => showReactions(reactions));
whenNear('[data-more]', hydrateWithin);
whenNear('[data-related]', async (section) => (await import('./related.ts')).showRelated(section));
// Only guests see the note.
const note = find<HTMLTemplateElement>('[data-story-notice]');
if (note && !readSessionFlag()) whenIdle(() => showStoryNotice(note));

/** Opens the table of contents on wide screens, where it is beside the text, and closes it on small ones. */
function startTableOfContents(): void {
  const details = find<HTMLDetailsElement>('.contents details');
  if (!details) return;
  const wideScreen = matchMedia('(width >= 75rem)');
  const update = () => {
    details.open = wideScreen.matches;
  };
  // `update` fires this event as well when it opens the table.
  details.addEventListener(
    'toggle',
    async () => (await import('./table-of-contents.ts')).followContents(details),
    { once: true },
  );
  wideScreen.addEventListener('change', update);
  update();
}

/** Hydrates both places of the comments when a button in one of them is clicked or the URL names a comment. */
function startComments(): void {
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

/** Shows the button 'Listen' as soon as the browser has loaded a voice. */
function startListening(): void {
  const control = find('[data-listen]');
  if (!control || !('speechSynthesis' in window)) return;
  const show = () => control.toggleAttribute('data-ready', speechSynthesis.getVoices().length > 0);
  show();
  speechSynthesis.addEventListener('voiceschanged', show);
  // The island shows the stored position.
  if (readStored(POSITIONS_KEY)?.includes(location.pathname)) hydrateWithin(control);
}

function whenIdle(work: () => unknown): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void work());
  else setTimeout(() => void work(), 1000);
}

/** Calls `show` when an element is less than one screen away from the visible part of the page. */
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
