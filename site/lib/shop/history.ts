import type { z } from 'zod';
import type { OrderHistory, OrderResponse, orderListResponse } from '#contracts/order.ts';
import { orderPath } from '#contracts/shop-words.ts';
import { ApiError, callApi } from '../api-client.ts';
import { enterMemberPage } from '../member-door.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { longTime, priceText } from './price.ts';

type OrderList = z.infer<typeof orderListResponse>;

/** Draws /shop/products/history, once the API agrees that a member is here. */
export const start = () =>
  enterMemberPage('orders', (place, user) => {
    place.querySelector('[data-loading]')?.remove();
    showHistory(place, user.role === ROLE_ADMIN ? admin : member);
  });

/** Source of the list: how a page is loaded, and what the orders are called. */
interface Source {
  load(page: number): Promise<OrderHistory>;
  summary(count: number): string;
}

const ROLE_ADMIN = 1;

const member: Source = {
  load: (page) => callApi('GET', `/api/user/history?page=${page}`),
  summary: (count) => `You have ${count} previous ${count === 1 ? 'order' : 'orders'}`,
};

/** Admins see the payments of all buyers. */
const admin: Source = {
  async load(number) {
    const list = await callApi<OrderList>('GET', `/api/payment?page=${number}`);
    const { payments, result: orders, page, pages } = list;
    return { result: payments, orders, underway: [], page, pages };
  },
  summary: (count) => `${count} ${count === 1 ? 'payment' : 'payments'} by all buyers`,
};

/** Shows orders, newest first. */
function showHistory(place: HTMLElement, source: Source): void {
  const state = element('p', { class: 'label', role: 'status' });
  const underway = element('div', { class: 'orders__underway' });
  const list = element('ol', { class: 'orders__list' });
  const trouble = element('div');
  const more = element('button', { class: 'button', type: 'button' }, 'Show more');
  more.hidden = true;
  place.append(state, underway, list, trouble, more);
  let page = 0;

  async function next(): Promise<void> {
    more.setAttribute('aria-busy', 'true');
    try {
      append(await source.load(page + 1));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      trouble.replaceChildren(troubleNotice(error.message, () => void next()));
    } finally {
      more.removeAttribute('aria-busy');
    }
  }

  function append(found: OrderHistory): void {
    page = found.page;
    state.textContent = source.summary(found.orders);
    underway.replaceChildren(...found.underway.map(underwayOf));
    const items = found.result.map(itemOf);
    const focusNext = document.activeElement === more;
    list.append(...items);
    if (focusNext) items[0]?.querySelector('a')?.focus();
    if (found.orders === 0) list.replaceWith(empty());
    more.hidden = page >= found.pages;
  }

  more.addEventListener('click', () => void next());
  void next();
}

export const statusWords: Record<OrderResponse['status'], string> = {
  paid: 'Paid',
  'partly-refunded': 'Partly refunded',
  refunded: 'Refunded',
};

function itemOf(order: OrderResponse): HTMLElement {
  const titles = order.cart.map(({ title }) => title).join(', ');
  const view = element('a', { class: 'button button--small', href: orderPath(order._id) }, 'View');
  view.append(element('span', { class: 'quiet' }, ` order ${order.number}`));
  const fact = (name: string, value: string) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value));
  return element(
    'li',
    { class: 'orders__one' },
    element('h2', {}, titles),
    element(
      'dl',
      { class: 'orders__facts' },
      fact('Payment ID', order.paymentID),
      fact('Date of purchase', longTime(order.createdAt)),
      fact('Total', priceText(order.total, order.currency)),
      ...(order.status === 'paid' ? [] : [fact('Status', statusWords[order.status])]),
    ),
    view,
  );
}

function underwayOf(payment: OrderHistory['underway'][number]): HTMLElement {
  const { titles, total, currency } = payment;
  return element(
    'p',
    { class: 'notice' },
    element('strong', {}, 'On its way: '),
    `${priceText(total, currency)} for ${titles.join(', ')}. The payment has not been confirmed yet; the order follows by itself.`,
  );
}

function empty(): HTMLElement {
  return element(
    'div',
    { class: 'empty' },
    element('h2', {}, 'Nothing bought yet'),
    element(
      'p',
      {},
      'Orders and their receipts are kept here. ',
      element('a', { href: '/shop' }, 'Go to the shop'),
    ),
  );
}
