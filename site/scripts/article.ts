/** Script of article pages. Islands and larger modules load when the reader uses them or scrolls near them. */

import type { Reactions } from '#contracts/reaction.ts';
import { hydrateWithin, isCommentsHash } from '../client/hydrate.ts';
import { followUrl, onClick, whenIdle } from '../client/page-events.ts';
import { readStored } from '../client/storage.ts';
import { pluralize } from '../format/pluralize.ts';
import { dataset } from './page-start.ts';
import { showStoryNotice } from './story-notice.ts';

/** Key under which islands/listening/read-aloud.ts stores positions. */
const POSITIONS_KEY = 'listening';

const findInPage = <Found extends HTMLElement>(selector: string) =>
  document.querySelector<Found>(selector);
const isGuest = !dataset.session;

startTableOfContents();
startCopying();
startListening();
followUrl(() => {
  // The button hydrates the panel, which opens.
  if (isCommentsHash(location.hash)) hydrateWithin(findInPage('[data-comments]'));
});
// The likes can wait: the article is readable without them.
const reactions = findInPage('[data-reactions]');
if (reactions) whenIdle(() => showReactions(reactions));
whenNear('[data-more]', hydrateWithin);
whenNear('[data-related]', async (section) => (await import('./related.ts')).showRelated(section));
const note = findInPage<HTMLTemplateElement>('[data-story-notice]');
if (note && isGuest) whenIdle(() => showStoryNotice(note));

/** Opens the table of contents on wide screens, where it is beside the text, and closes it on small ones. */
function startTableOfContents(): void {
  const details = findInPage<HTMLDetailsElement>('.contents details');
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
  wideScreen.onchange = update;
  update();
}

/** Shows the button 'Listen' as soon as the browser has loaded a voice. */
function startListening(): void {
  const control = findInPage('[data-listen]');
  const { speechSynthesis } = window;
  if (!control || !speechSynthesis) return;
  const show = () => control.toggleAttribute('data-ready', speechSynthesis.getVoices().length > 0);
  show();
  speechSynthesis.onvoiceschanged = show;
  // The button says 'Resume'.
  if (readStored(POSITIONS_KEY)?.includes(`${location.pathname}"`))
    control.toggleAttribute('data-resume');
}

/** Calls `show` when an element is less than one screen away from the visible part of the page. */
function whenNear(selector: string, show: (section: HTMLElement) => unknown): void {
  const section = findInPage(selector);
  if (!section) return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.at(-1)?.isIntersecting) return;
      observer.disconnect();
      show(section);
    },
    { rootMargin: '100%' },
  );
  observer.observe(section);
}

/**
 * Starts the copy buttons of code blocks, the links to headings, and the link to the article, which opens the share
 * dialog if the system has one. The first click loads the module that copies.
 */
function startCopying(): void {
  const { content } = findInPage('[data-code-copy]') as HTMLTemplateElement;
  for (const figure of document.querySelectorAll('.prose .code'))
    figure.append(content.cloneNode(true));
  const controls = `.code-copy,.heading-anchor,[data-copy-link]${'share' in navigator ? ',[data-share]' : ''}`;
  onClick(controls, async (control, event) => {
    if (control.matches('[data-share]')) event.preventDefault();
    try {
      await (await import('./copy-text.ts')).handleCopy(control);
    } catch {
      // The script could not be loaded.
      alert('It did not load. Try again.');
    }
  });
}

/** Shows the likes with one small request; members need their own reactions as well. */
async function showReactions(place: HTMLElement): Promise<void> {
  // A slug consists of letters, digits and hyphens.
  const path = `/api/articles/${place.dataset.reactions}/reactions`;
  const response = isGuest ? await fetch(path).catch(() => null) : null;
  if (response?.ok) showLikes(place, await response.json());
  else (await import('./own-reactions.ts')).followReactions(place, showLikes);
}

/** Shows the likes outside the island: the label of its button, and the count by a variable for the styles. */
function showLikes(place: HTMLElement, { totalLikes }: Reactions): void {
  (place.lastElementChild as Element).textContent = `Like, ${pluralize(totalLikes, 'like')} so far`;
  place.style = `--likes:"${totalLikes ? totalLikes.toLocaleString('en') : ''}"`;
}
