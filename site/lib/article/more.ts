import { type IndexedCard, LATEST_CARDS_PATH } from '#contracts/card-index.ts';
import { counted } from '../format.ts';
import { element } from '../search/elements.ts';
import { cardPicture } from './card-picture.ts';
import { fetchCards, metaLine, titleLink } from './cards.ts';
import { FIRST_SHOWN, SHOWN_PER_CLICK } from './more-sizes.ts';

/** Fills 'Read more': four articles, two more with each click, and an end. */
export async function showMore(section: HTMLElement): Promise<void> {
  const list = section.querySelector<HTMLElement>('[data-more-list]');
  const state = section.querySelector<HTMLElement>('[data-more-state]');
  const button = section.querySelector<HTMLButtonElement>('[data-more-button]');
  if (!list || !state || !button) return;
  let cards: IndexedCard[];
  try {
    cards = await fetchCards(LATEST_CARDS_PATH);
  } catch {
    return offerAgain(section, list, state, button);
  }
  const others = cards.filter((card) => card.slug !== section.dataset.more);
  list.removeAttribute('aria-busy');
  list.replaceChildren();
  if (others.length === 0) {
    list.hidden = true;
    button.hidden = true;
    state.textContent = 'This is the first article here.';
    return;
  }
  const add = (count: number) => {
    const shown = list.childElementCount;
    const added = others.slice(shown, shown + count).map(itemOf);
    list.append(...added);
    button.disabled = list.childElementCount >= others.length;
    return added;
  };
  add(FIRST_SHOWN);
  button.addEventListener('click', () => {
    const added = add(SHOWN_PER_CLICK);
    const more = counted(added.length, 'more article');
    state.textContent = button.disabled ? `${more}. These are all of them here.` : more;
    // A disabled button gives the focus away; it goes on where reading goes on.
    if (button.disabled) added[0]?.querySelector('a')?.focus();
  });
}

function offerAgain(
  section: HTMLElement,
  list: HTMLElement,
  state: HTMLElement,
  button: HTMLButtonElement,
): void {
  list.removeAttribute('aria-busy');
  state.textContent = navigator.onLine
    ? 'Further articles could not be fetched.'
    : 'You are offline: further articles cannot be fetched.';
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
      cardPicture(card),
      element('div', {}, element('h3', {}, titleLink(card)), metaLine(card)),
    ),
  );
}
