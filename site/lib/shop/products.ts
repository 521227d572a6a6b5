import type { z } from 'zod';
import type { ProductResponse, productListResponse } from '#contracts/product.ts';
import { ApiError, callApi } from '../api-client.ts';
import { counted } from '../counted.ts';
import { element } from '../search/elements.ts';
import { slowNote } from '../slow.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { makeCard } from './card.ts';
import {
  addressOf,
  callOf,
  isSameList,
  PER_LOAD,
  SEARCH_MAX,
  type View,
  viewOf,
} from './products-view.ts';

/** The list of products once somebody uses it. */
export interface ProductList {
  /** Nine more. */
  loadMore(): void;
  /** Shows what the form says, at once or once nobody types any more. */
  choose(): void;
  chooseSoon(): void;
  /** Shows what the address names, after going back or by a link from elsewhere. */
  showAddress(): void;
  /** Fetches again what is shown. */
  again(): Promise<void>;
}

/** Told whenever other products are shown. */
export const PRODUCTS_SHOWN = 'products-shown';
/** Milliseconds after the last key. */
const TYPING_MS = 250;

let made: ProductList | null = null;

/** The one list of the page. */
export function productList(place: HTMLElement): ProductList {
  made ??= makeList(place);
  return made;
}

type Answer = z.infer<typeof productListResponse>;

function makeList(place: HTMLElement): ProductList {
  const find = <Found extends HTMLElement = HTMLElement>(name: string) => {
    const found = place.querySelector<Found>(`[data-${name}]`);
    if (!found) throw new Error(`the list of products has no ${name}`);
    return found;
  };
  const form = find<HTMLFormElement>('filter');
  const grid = find('grid');
  const status = find('status');
  const failure = find('failure');
  const more = find<HTMLAnchorElement>('load-more');
  const template = find<HTMLTemplateElement>('card');
  let shown: View = { search: '', category: '', sort: '', loads: 1 };
  let underway: AbortController | null = null;
  let typing: ReturnType<typeof setTimeout> | undefined;

  function drawForm({ search, category, sort }: View): void {
    for (const [name, value] of Object.entries({ search, category, sort })) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        if (field !== document.activeElement || field.value.trim() !== value) field.value = value;
      }
    }
  }

  const readForm = (): View => {
    const wish = new FormData(form);
    const text = (name: string) => String(wish.get(name) ?? '').trim();
    const search = [...text('search')].slice(0, SEARCH_MAX).join('');
    return { search, category: text('category'), sort: text('sort'), loads: 1 };
  };

  function draw(view: View, answer: Answer): void {
    shown = view;
    place.querySelector('[data-empty]')?.remove();
    grid.replaceChildren(...answer.products.map((product) => makeCard(template, product)));
    if (answer.result === 0) grid.before(emptyBox(view));
    finish(view, answer.result);
  }

  function append(view: View, answer: Answer): HTMLElement | undefined {
    shown = view;
    const there = new Set(
      [...grid.querySelectorAll<HTMLElement>('[data-product]')].map((one) => one.dataset.product),
    );
    // Somebody may have put a product in front meanwhile, which moves the others on.
    const fresh = (product: ProductResponse) => !there.has(product._id);
    const items = answer.products.filter(fresh).map((product) => makeCard(template, product));
    grid.append(...items);
    finish(view, answer.result);
    return items[0];
  }

  function finish(view: View, total: number): void {
    failure.hidden = true;
    const count = grid.childElementCount;
    more.hidden = count >= total || view.loads * PER_LOAD >= total;
    status.textContent =
      total === 0
        ? 'No product fits'
        : count < total
          ? `${count} of ${counted(total, 'product')}`
          : counted(total, 'product');
    grid.dispatchEvent(new Event(PRODUCTS_SHOWN, { bubbles: true }));
  }

  function emptyBox({ search }: View): HTMLElement {
    const all = element('a', { href: '/shop/products' }, 'Show all products');
    return element(
      'div',
      { class: 'empty', 'data-empty': '' },
      element('h2', {}, search ? `Nothing is called “${search}”` : 'Nothing here yet'),
      element('p', {}, all),
    );
  }

  /** Asks for products, and does with them what `then` says, unless something else is wished meanwhile. */
  async function ask(path: string, then: (answer: Answer) => void, retry: () => void) {
    underway?.abort();
    const abort = new AbortController();
    underway = abort;
    grid.setAttribute('aria-busy', 'true');
    more.setAttribute('aria-busy', 'true');
    const slow = slowNote();
    status.append(slow);
    try {
      then(await callApi<Answer>('GET', path, { signal: abort.signal, retry: false }));
    } catch (error) {
      if (abort.signal.aborted) return;
      const sentence = error instanceof ApiError ? error.message : 'Please reload the page.';
      failure.replaceChildren(troubleNotice(`The list could not be fetched. ${sentence}`, retry));
      failure.hidden = false;
    } finally {
      slow.remove();
      if (underway === abort) {
        grid.removeAttribute('aria-busy');
        more.removeAttribute('aria-busy');
      }
    }
  }

  const show = (view: View) =>
    ask(
      callOf(view),
      (answer) => draw(view, answer),
      () => void show(view),
    );

  function choose(): void {
    clearTimeout(typing);
    const view = readForm();
    if (isSameList(view, viewOf(location.search))) return;
    history.pushState(null, '', addressOf(view));
    void show(view);
  }

  function loadMore(): void {
    const view = { ...shown, loads: shown.loads + 1 };
    void ask(
      callOf(view, view.loads),
      (answer) => {
        const first = append(view, answer);
        history.replaceState(history.state, '', addressOf(view));
        first?.querySelector<HTMLElement>('.product__title a')?.focus({ preventScroll: true });
      },
      loadMore,
    );
  }

  return {
    loadMore,
    choose,
    chooseSoon() {
      clearTimeout(typing);
      typing = setTimeout(choose, TYPING_MS);
    },
    showAddress() {
      clearTimeout(typing);
      const view = viewOf(location.search);
      drawForm(view);
      void show(view);
    },
    again: () => show(shown),
  };
}
