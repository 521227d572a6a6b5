import type { z } from 'zod';
import type { DemoChoice, DemoPaymentResponse, demoPaymentChosen } from '#contracts/order.ts';
import { CART_PATH } from '#contracts/shop-words.ts';
import { ApiError, callApi } from '../api-client.ts';
import { enterMemberPage } from '../member-door.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { priceText } from './price.ts';

type Chosen = z.infer<typeof demoPaymentChosen>;

/** Draws the page of the demo provider, where whoever buys chooses what becomes of the payment. */
export const start = () =>
  enterMemberPage('demo-payment', async (place) => {
    const id = new URLSearchParams(location.search).get('token');
    if (!id) return location.replace(CART_PATH);
    await show(place, id);
  });

async function show(place: HTMLElement, id: string): Promise<void> {
  try {
    const payment = await callApi<DemoPaymentResponse>(
      'GET',
      `/api/demo-payments/${encodeURIComponent(id)}`,
    );
    draw(place, payment);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const gone = error.status === 404;
    const back = element(
      'p',
      {},
      element('a', { class: 'button', href: CART_PATH }, 'Back to your bag'),
    );
    place.replaceChildren(
      title('Demo provider'),
      ...(gone
        ? [element('p', { class: 'lead' }, 'There is no such payment.'), back]
        : [troubleNotice(error.message, () => void show(place, id))]),
    );
  }
}

const title = (text: string) =>
  element('div', { class: 'page-title checkout__title' }, element('h1', { tabindex: '-1' }, text));

function draw(place: HTMLElement, payment: DemoPaymentResponse): void {
  const sum = priceText(Number(payment.total), payment.currency);
  const note = element(
    'p',
    { class: 'notice' },
    element('strong', {}, 'Demo. '),
    'This stands in for a payment service. No money is taken, whatever you choose.',
  );
  const facts = element(
    'dl',
    { class: 'cart__sums demo__facts' },
    element('div', {}, element('dt', {}, 'Payment'), element('dd', {}, payment.paymentID)),
    element('div', {}, element('dt', {}, 'Amount'), element('dd', {}, sum)),
  );
  const error = element('p', { class: 'form__error', role: 'alert' });
  place.replaceChildren(title('Demo provider'), note, facts, waysOf(payment, sum, error), error);
}

function waysOf(payment: DemoPaymentResponse, sum: string, error: HTMLElement): HTMLElement {
  const choose = (choice: DemoChoice, name: string, look = '') => {
    const button = element('button', { class: `button ${look}`, type: 'button' }, name);
    button.addEventListener('click', async () => {
      button.setAttribute('aria-busy', 'true');
      try {
        const address = `/api/demo-payments/${encodeURIComponent(payment.paymentID)}`;
        const { goTo } = await callApi<Chosen>('POST', address, { body: { choice } });
        location.assign(goTo);
      } catch (failure) {
        button.removeAttribute('aria-busy');
        if (!(failure instanceof ApiError)) throw failure;
        error.textContent = failure.message;
      }
    });
    return element('li', {}, button);
  };
  const { pathname, search } = new URL(payment.cancelUrl, location.origin);
  const close = element(
    'li',
    {},
    element('a', { class: 'button', href: pathname + search }, 'Close this window'),
  );
  switch (payment.state) {
    case 'pending':
      return list(
        choose('confirm', 'As the bank: confirm the payment', 'button--main'),
        choose('refuse', 'As the bank: refuse it', 'button--danger'),
      );
    case 'captured':
    case 'denied': {
      const said = payment.state === 'captured' ? 'is paid' : 'was refused';
      const way = element('a', { class: 'button', href: pathname }, 'Back to the shop');
      return list(
        element('li', { class: 'lead' }, `This payment ${said}.`),
        element('li', {}, way),
      );
    }
    default:
      return list(
        choose('approve', `Pay ${sum}`, 'button--main'),
        choose('hold', 'Pay, but let the bank decide later'),
        choose('decline', 'Let it be declined', 'button--danger'),
        close,
      );
  }
}

const list = (...ways: Node[]) => element('ul', { class: 'demo__ways' }, ...ways);
