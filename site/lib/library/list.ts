import type { Library } from '#contracts/library.ts';
import { LIBRARY_LINK_ENDED } from '#contracts/shop-words.ts';
import { ApiError, callApi } from '../api-client.ts';
import { counted } from '../counted.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { itemOf } from './item.ts';

/** What the member has bought, newest first. */
export function showLibrary(place: HTMLElement): void {
  const state = element('p', { class: 'label', role: 'status' });
  const list = element('ul', { class: 'library__list' });
  const more = element('button', { class: 'button', type: 'button' }, 'Show more');
  const trouble = element('div');
  more.hidden = true;
  if (location.hash === new URL(LIBRARY_LINK_ENDED, location.href).hash)
    place.append(endedNotice());
  place.append(state, list, trouble, more);
  let page = 0;

  async function next(): Promise<void> {
    more.setAttribute('aria-busy', 'true');
    try {
      append(await callApi<Library>('GET', `/api/library?page=${page + 1}`));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      trouble.replaceChildren(troubleNotice(error.message, () => void next()));
    } finally {
      more.removeAttribute('aria-busy');
    }
  }

  function append(found: Library): void {
    const isFirst = page === 0;
    page = found.page;
    state.textContent = counted(found.products, 'product');
    const items = found.result.map(itemOf);
    const focusNext = document.activeElement === more;
    list.append(...items);
    if (focusNext) items[0]?.querySelector<HTMLElement>('a, button')?.focus();
    if (found.products === 0) list.replaceWith(empty());
    more.hidden = page >= found.pages;
    // A mail leads to one product, which was not there when the browser looked for it.
    if (isFirst) goToNamed();
  }

  more.addEventListener('click', () => void next());
  void next();
}

function goToNamed(): void {
  const named = location.hash.slice(1);
  if (named.startsWith('product-')) document.getElementById(named)?.scrollIntoView();
}

function endedNotice(): HTMLElement {
  const words =
    'That link does not lead to its file any more: links hold for an hour, as long as the file is yours, and so often a day. Each file here has a new one.';
  return element('p', { class: 'notice', role: 'status' }, words);
}

function empty(): HTMLElement {
  return element(
    'div',
    { class: 'empty' },
    element('h2', {}, 'Nothing here yet'),
    element(
      'p',
      {},
      'What you buy stays here, with every version of its files. ',
      element('a', { href: '/shop' }, 'Go to the shop'),
    ),
  );
}
