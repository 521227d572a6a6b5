import { type IndexedCard, LATEST_CARDS_PATH, type LatestCards } from '#contracts/card-index.ts';
import { counted } from '../format.ts';
import { element } from '../search/elements.ts';
import { slowNote } from '../slow.ts';
import { cardPicture } from './card-picture.ts';
import { fetchCards, metaLine, titleLink } from './cards.ts';
import { FIRST_SHOWN, SHOWN_PER_CLICK } from './more-sizes.ts';

/** Most that a cover takes, see styles/article-cards.css. */
const CARD_WIDTH = '11rem';

interface Parts {
  section: HTMLElement;
  list: HTMLElement;
  state: HTMLElement;
  button: HTMLButtonElement;
}

/** Fills 'Read more': four articles, two more with each click, and an end. */
export async function showMore(section: HTMLElement): Promise<void> {
  const list = section.querySelector<HTMLElement>('[data-more-list]');
  const state = section.querySelector<HTMLElement>('[data-more-state]');
  const button = section.querySelector<HTMLButtonElement>('[data-more-button]');
  if (!list || !state || !button) return;
  const parts = { section, list, state, button };
  const slow = slowNote();
  state.append(slow);
  let latest: LatestCards;
  try {
    latest = await fetchCards<LatestCards>(LATEST_CARDS_PATH);
  } catch {
    return offerAgain(parts);
  }
  slow.remove();
  list.removeAttribute('aria-busy');
  list.replaceChildren();
  const others = new Others(section.dataset.more ?? '', latest);
  list.append(...others.take(FIRST_SHOWN).map(itemOf));
  if (list.childElementCount === 0) {
    list.hidden = true;
    button.hidden = true;
    state.textContent = 'This is the first article here.';
    return;
  }
  button.disabled = others.isEmpty;
  button.addEventListener('click', () => void addMore(parts, others));
}

async function addMore({ list, state, button }: Parts, others: Others): Promise<void> {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  state.replaceChildren(slowNote());
  try {
    await others.fetch(SHOWN_PER_CLICK);
  } catch {
    button.ariaBusy = null;
    state.textContent = `${notFetched()} Please try again.`;
    return;
  }
  const added = others.take(SHOWN_PER_CLICK).map(itemOf);
  list.append(...added);
  // Only what comes next tells whether this is the end. Where it cannot be had, the next click says so.
  await others.fetch(1).catch(() => undefined);
  button.ariaBusy = null;
  button.disabled = others.isEmpty;
  const more = counted(added.length, 'more article');
  state.textContent = button.disabled ? `${more}. These are all of them here.` : more;
  // A disabled button gives the focus away; it goes on where reading goes on.
  if (button.disabled) (added[0] ?? list.lastElementChild)?.querySelector('a')?.focus();
}

/** All other articles, newest first; those after the first file are fetched as they are asked for. */
class Others {
  readonly #known: Set<string>;
  readonly #waiting: IndexedCard[] = [];
  #older: string | null;

  constructor(slug: string, { articles, older }: LatestCards) {
    this.#known = new Set([slug]);
    this.#older = older;
    this.#add(articles);
  }

  /** Whether there are no more than have been taken, and none to be fetched. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#older === null;
  }

  /** Makes sure that so many can be taken, or all that are left. @throws Error when they cannot be had */
  async fetch(count: number): Promise<void> {
    while (this.#waiting.length < count && this.#older !== null) {
      const { fetchFurther } = await import('./further.ts');
      const { articles, older } = await fetchFurther(this.#older);
      this.#older = older;
      this.#add(articles);
    }
  }

  take(count: number): IndexedCard[] {
    return this.#waiting.splice(0, count);
  }

  /** The page on which the first file ends begins with what that holds, too. */
  #add(articles: IndexedCard[]): void {
    for (const card of articles) {
      if (!this.#known.has(card.slug)) this.#waiting.push(card);
      this.#known.add(card.slug);
    }
  }
}

const notFetched = () =>
  navigator.onLine
    ? 'Further articles could not be fetched.'
    : 'You are offline: further articles cannot be fetched.';

function offerAgain({ section, list, state, button }: Parts): void {
  list.removeAttribute('aria-busy');
  state.textContent = notFetched();
  button.disabled = false;
  button.textContent = 'Try again';
  const again = () => {
    state.textContent = '';
    button.textContent = 'Read more';
    button.disabled = true;
    void showMore(section);
  };
  button.addEventListener('click', again, { once: true });
}

function itemOf(card: IndexedCard): HTMLElement {
  return element(
    'li',
    { class: 'more__item' },
    element(
      'article',
      { class: 'more-card' },
      cardPicture(card, CARD_WIDTH),
      element('div', {}, element('h3', {}, titleLink(card)), metaLine(card)),
    ),
  );
}
