import type { OrderResponse } from '#contracts/order.ts';
import { HISTORY_PATH } from '#contracts/shop-words.ts';
import { ApiError, callApi } from '../api-client.ts';
import { enterMemberPage } from '../member-door.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { receiptOf } from './receipt.ts';

/** Draws /shop/products/history/{id}, once the API agrees that its buyer is here. */
export const start = () => enterMemberPage('order', (place) => show(place));

async function show(place: HTMLElement): Promise<void> {
  const id = location.pathname.split('/').pop() ?? '';
  try {
    const { order } = await callApi<{ order: OrderResponse }>('GET', `/api/user/history/${id}`);
    document.title = document.title.replace('Your order', `Order ${order.number}`);
    place.replaceChildren(...receiptOf(order));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 404) {
      place.replaceChildren(troubleNotice(error.message, () => void show(place)));
      return;
    }
    place.replaceChildren(
      element('div', { class: 'page-title order__title' }, element('h1', {}, 'No such order')),
      element(
        'p',
        {},
        'You have no order at this address. ',
        element('a', { href: HISTORY_PATH }, 'All your orders'),
      ),
    );
  }
}
