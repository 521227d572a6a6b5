import type { z } from 'zod';
import type { paymentPendingResponse, paymentResponse } from '#contracts/order.ts';
import {
  CART_PATH,
  DEMO_PAYMENT_PATH,
  HISTORY_PATH,
  LIBRARY_PATH,
  orderPath,
} from '#contracts/shop-words.ts';
import { forgetReceiptAddress, readReceiptAddress } from '../../client/receipt-address.ts';
import { ApiError, callApi } from '../api-client.ts';
import { enterMemberPage } from '../member-door.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';

type Finished = z.infer<typeof paymentResponse> | z.infer<typeof paymentPendingResponse>;

/** Draws /shop/checkout, where buyers come back to: finishes the payment and says what came of it. */
export const start = () =>
  enterMemberPage('checkout', async (place, { _id: userId }) => {
    const token = new URLSearchParams(location.search).get('token');
    if (!token) return location.replace(CART_PATH);
    await finish(place, { userId, paymentID: token });
  });

/** What payments at the demo provider are called, whatever becomes of them. */
const DEMO_PAYMENT = 'DEMO-';

const demoNote = () =>
  element('p', { class: 'notice' }, element('strong', {}, 'Demo. '), 'No money is taken here.');

interface Attempt {
  userId: string;
  paymentID: string;
}

async function finish(place: HTMLElement, attempt: Attempt): Promise<void> {
  const { userId, paymentID } = attempt;
  const title = element('h1', { tabindex: '-1' });
  const content = element('div', { class: 'checkout__content' });
  const show = (heading: string, ...parts: (Node | string)[]) => {
    title.textContent = heading;
    content.replaceChildren(...(paymentID.startsWith(DEMO_PAYMENT) ? [demoNote()] : []), ...parts);
    place.replaceChildren(element('div', { class: 'page-title checkout__title' }, title), content);
    title.focus();
  };
  try {
    const address = readReceiptAddress(userId);
    const body = { paymentID, ...(Object.keys(address).length > 0 && { address }) };
    const finished = await callApi<Finished>('POST', '/api/payment', { body });
    forgetReceiptAddress();
    if (finished.order) {
      const { _id, number } = finished.order;
      const way = element(
        'a',
        { class: 'button button--main', href: orderPath(_id) },
        'See your order',
      );
      show(
        finished.msg,
        element('p', { class: 'lead' }, `It is order ${number}. A receipt is on its way by mail.`),
        actions(way, link(LIBRARY_PATH, 'Go to your library')),
      );
      return;
    }
    show(
      'Your payment is on its way',
      element('p', { class: 'lead' }, finished.msg),
      ...pendingWays(place, attempt, finished.provider),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0 || error.status >= 500) {
      const again = () => void finish(place, attempt);
      show('Your payment could not be finished yet', troubleNotice(error.message, again));
      return;
    }
    const heading = error.status === 402 ? 'You have not paid' : 'This payment cannot be finished';
    show(
      heading,
      element('p', { class: 'lead' }, error.message),
      actions(element('a', { class: 'button button--main', href: CART_PATH }, 'Back to your bag')),
    );
  }
}

function pendingWays(place: HTMLElement, attempt: Attempt, provider: string): Node[] {
  const look = element('button', { class: 'button button--main', type: 'button' }, 'Look again');
  look.addEventListener('click', () => {
    look.setAttribute('aria-busy', 'true');
    void finish(place, attempt);
  });
  const bank = link(
    `${DEMO_PAYMENT_PATH}?token=${encodeURIComponent(attempt.paymentID)}`,
    'Decide as the demo provider’s bank',
  );
  return [
    actions(look, ...(provider === 'demo' ? [bank] : []), link(HISTORY_PATH, 'All your orders')),
  ];
}

const link = (href: string, name: string) => element('a', { class: 'button', href }, name);
const actions = (...ways: Node[]) => element('p', { class: 'checkout__actions' }, ...ways);
