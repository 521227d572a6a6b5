/** Script of article pages. Islands and larger modules load when the reader uses them or scrolls near them. */

import type { Reactions } from '#contracts/reaction.ts';
import { pluralize } from '../format/pluralize.ts';
import { isCommentsHash } from './comment-address.ts';
import { followUrl } from './follow-url.ts';
import { hydrateWithin } from './hydrate.ts';
import { followSessionFlag, readSessionFlag } from './session-flag.ts';
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

/**
 * Starts the copy buttons of code blocks, the links to headings, and the link to the article, which opens the share
 * dialog if the system has one. The first click loads the module that copies.
 */
function startCopying(): void {
  for (const figure of document.querySelectorAll('.prose .code'))
    figure.insertAdjacentHTML(
      'beforeend',
      '<button class="code-copy" type="button" lang="en" aria-label="Copy code">Copy</button>',
    );
  const controls = `.code-copy,.heading-anchor,[data-copy-link]${'share' in navigator ? ',[data-share]' : ''}`;
  document.addEventListener('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>(controls);
    if (control?.matches('[data-share]')) event.preventDefault();
    if (control) void copy(control);
  });
}

async function copy(control: HTMLElement): Promise<void> {
  try {
    await (await import('./copy-text.ts')).handleCopy(control);
  } catch {
    // The script could not be loaded.
    alert('This did not load. Try again.');
  }
}

/**
 * Shows the likes of the article with one small request. The island is hydrated before it is used only if the
 * reader has reacted to the article, or if the request fails.
 */
async function showReactions(place: HTMLElement): Promise<void> {
  const slug = place.dataset.reactions ?? '';
  const showOwn = async () => {
    const { $reactions, loadReactions } = await import('../stores/reactions.ts');
    await loadReactions(slug);
    const { reactions } = $reactions.get();
    if (reactions) showLikes(place, reactions);
    const needsIsland = !reactions || reactions.liked || reactions.saved || reactions.alerts;
    if (needsIsland) hydrateWithin(place);
    place.dataset.ready = needsIsland ? 'own' : '';
  };
  followSessionFlag(() => void showOwn());
  if (readSessionFlag()) return showOwn();
  const response = await fetch(`/api/articles/${encodeURIComponent(slug)}/reactions`, {
    cache: 'no-store',
  }).catch(() => null);
  if (!response?.ok) return showOwn();
  showLikes(place, await response.json());
  place.dataset.ready = '';
}

/** Writes into the children of the island, which hydration does not change. */
function showLikes(place: HTMLElement, { totalLikes }: Reactions): void {
  const [name, count] = place.querySelectorAll('astro-slot > *');
  if (!name || !count) return;
  name.textContent = `Like, ${pluralize(totalLikes, 'like')} so far`;
  count.textContent = totalLikes > 0 ? totalLikes.toLocaleString('en') : '';
}
