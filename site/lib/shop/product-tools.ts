import type { z } from 'zod';
import type { productDeleteResponse } from '#contracts/product.ts';
import { showToast } from '../../client/show-toast.ts';
import { confirmSession, isAdmin } from '../../stores/session.ts';
import { ApiError, callApi } from '../api-client.ts';
import { counted } from '../counted.ts';
import { askBefore } from '../responses/ask.ts';
import { element } from '../search/elements.ts';
import { PRODUCTS_SHOWN, productList } from './products.ts';

type Deleted = z.infer<typeof productDeleteResponse>;

/** What admins do with the products of the list, once the API agrees that an admin is here. */
export async function startTools(place: HTMLElement): Promise<void> {
  const tools = place.querySelector<HTMLElement>('[data-tools]');
  const grid = place.querySelector<HTMLElement>('[data-grid]');
  const status = place.querySelector<HTMLElement>('[data-status]');
  if (!tools || !grid || !isAdmin(await confirmSession())) return;

  const all = element('input', { type: 'checkbox' });
  const remove = element(
    'button',
    { class: 'button button--small button--danger', type: 'button' },
    'Delete All',
  );
  const chosen = element('span', { class: 'label', role: 'status' });
  tools.append(element('label', { class: 'product__choice' }, all, 'Select All'), remove, chosen);
  tools.hidden = false;

  const boxes = () => [...grid.querySelectorAll<HTMLInputElement>('[data-choose]')];
  const cardOf = (box: HTMLElement) => box.closest<HTMLElement>('[data-product]');
  const titleOf = (card: HTMLElement | null) =>
    card?.querySelector('.product__title')?.textContent ?? '';

  function count(): void {
    const there = boxes();
    const checked = there.filter((box) => box.checked).length;
    all.checked = checked > 0 && checked === there.length;
    all.indeterminate = checked > 0 && checked < there.length;
    chosen.textContent = checked > 0 ? `${checked} selected` : '';
    if (checked > 0) remove.removeAttribute('aria-disabled');
    else remove.setAttribute('aria-disabled', 'true');
  }

  /** Gives each product what belongs to it, where it is not there yet. */
  function dress(): void {
    for (const card of grid?.querySelectorAll<HTMLElement>('[data-product]') ?? []) {
      const deeds = card.querySelector('.product__deeds');
      if (!deeds || deeds.querySelector('[data-choose]')) continue;
      const title = titleOf(card);
      const box = element('input', {
        ...{ type: 'checkbox', 'data-choose': '', 'aria-label': `Select ${title}` },
      });
      box.addEventListener('change', count);
      deeds.prepend(element('label', { class: 'product__choice' }, box));
    }
    count();
  }

  async function deleteAll(cards: HTMLElement[]): Promise<void> {
    const [first = null] = cards;
    const one = cards.length === 1;
    const yes = await askBefore({
      title: one ? `Delete “${titleOf(first)}”?` : `Delete ${counted(cards.length, 'product')}?`,
      text: `${one ? 'If it was sold, it is' : 'Those that were sold are'} retired instead: not for sale any more, and still there for who bought ${one ? 'it' : 'them'}.`,
      yes: 'Delete',
    });
    if (!yes) return;
    grid?.setAttribute('aria-busy', 'true');
    const said = await deleteEach(cards.map((card) => card.dataset.product ?? ''));
    void showToast(said);
    await productList(place).again();
    status?.focus({ preventScroll: true });
  }

  all.addEventListener('change', () => {
    for (const box of boxes()) box.checked = all.checked;
    count();
  });
  remove.addEventListener('click', () => {
    const cards = boxes().flatMap((box) => (box.checked ? (cardOf(box) ?? []) : []));
    if (cards.length > 0) void deleteAll(cards);
  });
  grid.addEventListener(PRODUCTS_SHOWN, dress);
  grid.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-delete]')) return;
    const card = target.closest<HTMLElement>('[data-product]');
    if (card) void deleteAll([card]);
  });
  dress();
}

/** One call after the other, and one sentence about all of them. */
async function deleteEach(ids: string[]): Promise<Parameters<typeof showToast>[0]> {
  let deleted = 0;
  let retired = 0;
  for (const id of ids) {
    try {
      const answer = await callApi<Deleted>('DELETE', `/api/products/${id}`);
      if (answer.product) retired += 1;
      else deleted += 1;
    } catch (error) {
      // Somebody else was faster: what was wished has happened.
      if (error instanceof ApiError && error.status === 404) deleted += 1;
      else return { type: 'error', message: `${outcome(deleted, retired)} ${sentenceOf(error)}` };
    }
  }
  return { type: 'SUCCESS', message: outcome(deleted, retired) };
}

function outcome(deleted: number, retired: number): string {
  const parts = [
    ...(deleted > 0 ? [`Deleted ${counted(deleted, 'product')}.`] : []),
    ...(retired > 0 ? [`Retired ${counted(retired, 'product')}, since it was sold before.`] : []),
  ];
  return parts.join(' ').replace(' products, since it was', ' products, since they were');
}

const sentenceOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Please reload the page.';
