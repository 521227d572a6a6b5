/** What an article page runs at once. All that is heavier comes when it is used or comes near. */
import { startResponses } from '../responses/trigger.ts';
import { followSessionFlag, readSessionFlag } from '../session-flag.ts';
import { followContents } from './contents.ts';
import { startCopying } from './copy.ts';
import { savedPosition } from './listen/position.ts';

const article = document.querySelector<HTMLElement>('[data-article]');

followContents();
startCopying();
startSharing();
startListening();
startResponses();
startReactions();
whenNear('[data-more]', (section) => import('./more.ts').then((more) => more.showMore(section)));
whenNear('[data-related]', (section) =>
  import('./related.ts').then((related) => related.showRelated(section)),
);
startTitleSearch();
if (readSessionFlag()) void greet();
else startMeter();
followSessionFlag((flag) => flag && void greet());

/** Where the system can share, its own dialog takes the place of the links at the end. */
function startSharing(): void {
  if (!('share' in navigator)) return;
  document.querySelector('[data-share]')?.addEventListener('click', (event) => {
    event.preventDefault();
    const url = `${location.origin}${location.pathname}`;
    const title = document.querySelector('h1')?.textContent ?? document.title;
    // Closing the dialog without sharing is no failure.
    navigator.share({ title, url }).catch(() => undefined);
  });
}

/** The control appears once the browser has a voice; speaking itself is fetched with the first use. */
function startListening(): void {
  const control = document.querySelector<HTMLElement>('[data-listen]');
  const button = control?.querySelector<HTMLElement>('[data-listen-start]');
  if (!control || !button || !('speechSynthesis' in window)) return;
  const show = () => control.toggleAttribute('data-ready', speechSynthesis.getVoices().length > 0);
  show();
  speechSynthesis.addEventListener('voiceschanged', show);
  const label = button.querySelector('span');
  if (label && savedPosition()) label.textContent = 'Resume';
  let fetched: Promise<{ toggle(): void }> | undefined;
  button.addEventListener('click', () => {
    fetched ??= import('./listen/player.ts').then((player) => player.openPlayer(control, button));
    void fetched.then((player) => player.toggle());
  });
}

/** After everything that matters: how an article is liked changes nothing about reading it. */
function startReactions(): void {
  const group = document.querySelector<HTMLElement>('[data-reactions]');
  const slug = article?.dataset.article;
  if (!group || slug === undefined) return;
  whenIdle(() =>
    import('./reactions.ts').then((reactions) => reactions.showReactions(group, slug)),
  );
}

function whenIdle(work: () => unknown): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void work());
  else setTimeout(() => void work(), 1000);
}

/** Calls `show` when the reader comes within a screen of an element. */
function whenNear(selector: string, show: (section: HTMLElement) => unknown): void {
  const section = document.querySelector<HTMLElement>(selector);
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

function startTitleSearch(): void {
  const box = document.querySelector<HTMLElement>('[data-title-search]');
  const input = box?.querySelector('input');
  if (!box || !input) return;
  // From the start, since a screen reader says what a field is when it is reached.
  const list = document.createElement('div');
  const names = { role: 'listbox', id: 'title-results', 'aria-label': 'Titles found' };
  const roles = { role: 'combobox', 'aria-controls': names.id, 'aria-autocomplete': 'list' };
  for (const [name, value] of Object.entries(names)) list.setAttribute(name, value);
  for (const [name, value] of Object.entries(roles)) input.setAttribute(name, value);
  list.hidden = true;
  list.className = 'title-search__results';
  input.setAttribute('aria-expanded', 'false');
  input.after(list);
  const start = () =>
    import('./title-search.ts').then((search) => search.startTitleSearch(box, input, list));
  box.addEventListener('focusin', start, { once: true });
}

async function greet(): Promise<void> {
  const session = await import('../../stores/session.ts').then((store) => store.confirmSession());
  const place = document.querySelector('[data-session-name]');
  if (place && session.state === 'signed-in') place.textContent = `, ${session.user.name}`;
}

function startMeter(): void {
  const free = Number(article?.dataset.meter ?? 0);
  const slug = article?.dataset.article;
  if (free === 0 || slug === undefined) return;
  // The note is a courtesy.
  whenIdle(() => import('./meter.ts').then((meter) => meter.showMeter(slug, free)));
}
