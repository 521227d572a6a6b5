import type { OrderResponse } from '#contracts/order.ts';
import { HISTORY_PATH, LIBRARY_PATH } from '#contracts/shop-words.ts';
import { element } from '../search/elements.ts';
import { pictureOf } from './picture.ts';
import { longTime, priceText } from './price.ts';

/** Pixels of the picture of a line. */
const SIDE = 64;

/** An order as its receipt, on the screen and on paper. */
export function receiptOf(order: OrderResponse): HTMLElement[] {
  const library = element(
    'a',
    { class: 'button button--main', href: LIBRARY_PATH },
    'Download in your library',
  );
  const print = element('button', { class: 'button', type: 'button' }, 'Print the receipt');
  print.addEventListener('click', () => window.print());
  const back = element('a', { class: 'button', href: HISTORY_PATH }, 'All your orders');
  return [
    element(
      'div',
      { class: 'page-title order__title' },
      element('h1', {}, `Order ${order.number}`),
      element('p', {}, longTime(order.createdAt)),
    ),
    element('p', { class: 'order__actions' }, library, print, back),
    parties(order),
    recipient(order),
    products(order),
    ...refunds(order),
    terms(order),
  ];
}

function parties(order: OrderResponse): HTMLElement {
  const fact = (name: string, ...value: (Node | string)[]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, ...value));
  return element(
    'dl',
    { class: 'order__facts' },
    fact('Sold by', element('span', { class: 'order__lines' }, order.seller)),
    fact(
      'Bought by',
      element('span', { class: 'order__lines' }, `${order.buyer.name}\n${order.buyer.email}`),
    ),
    fact('Payment ID', order.paymentID),
    ...(order.provider === 'demo'
      ? [fact('Paid', 'At the demo provider: no money was taken.')]
      : []),
  );
}

const cell = (text: string, label: string) => element('td', { 'data-label': label }, text);

function table(caption: string, head: string[], rows: HTMLElement[]): HTMLElement {
  const heads = head.map((name) => element('th', { scope: 'col' }, name));
  return element(
    'div',
    { class: 'table-frame', tabindex: '0', role: 'region', 'aria-label': caption },
    element(
      'table',
      { class: 'table table--cards order__table' },
      element('caption', {}, caption),
      element('thead', {}, element('tr', {}, ...heads)),
      element('tbody', {}, ...rows),
    ),
  );
}

function recipient({ address }: OrderResponse): HTMLElement {
  const columns: [string, string][] = [
    ['Name', address.recipient_name],
    ['Address', address.line1],
    ['Postal code', address.postal_code],
    ['City', address.city],
    ['Country', address.country_code],
  ];
  const known = columns.filter(([, value]) => value !== '');
  const row = element('tr', {}, ...known.map(([name, value]) => cell(value, name)));
  return table(
    'Recipient',
    known.map(([name]) => name),
    [row],
  );
}

function products(order: OrderResponse): HTMLElement {
  const money = (price: number) => priceText(price, order.currency);
  const rows = order.cart.map((line) => {
    const versions = line.files.map(({ name, version }) => `${name} ${version}`).join(', ');
    const title = element('th', { scope: 'row' }, line.title);
    if (versions) title.append(element('span', { class: 'order__files' }, versions));
    if (line.givenBack) {
      const words = 'Given back: not in your library any more.';
      title.append(element('span', { class: 'order__files' }, words));
    }
    return element(
      'tr',
      {},
      element('td', {}, pictureOf(line, SIDE)),
      title,
      cell(String(line.quantity), 'Quantity'),
      cell(money(line.price), 'Price'),
      cell(money(line.subtotal), 'Subtotal'),
    );
  });
  const sum = (name: string, value: string) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value));
  const sums = element(
    'dl',
    { class: 'cart__sums order__sums' },
    ...(order.discount > 0
      ? [
          sum('Subtotal', money(order.subtotal)),
          sum(`Discount ${order.discountCode}`, `−${money(order.discount)}`),
        ]
      : []),
    sum('Total', money(order.total)),
  );
  const tax = order.taxLine === '' ? [] : [element('p', { class: 'order__tax' }, order.taxLine)];
  const head = ['Image', 'Title', 'Quantity', 'Price', 'Subtotal'];
  return element('div', {}, table('Products', head, rows), sums, ...tax);
}

function refunds(order: OrderResponse): HTMLElement[] {
  const told = order.refunds.filter(({ state }) => state !== 'failed');
  if (told.length === 0) return [];
  const rows = told.map((refund) =>
    element(
      'tr',
      {},
      cell(longTime(refund.createdAt), 'Date'),
      cell(refund.state === 'done' ? 'Given back' : 'On its way', 'Status'),
      cell(refund.reason, 'Reason'),
      cell(priceText(refund.amount, order.currency), 'Amount'),
    ),
  );
  return [table('Refunds', ['Date', 'Status', 'Reason', 'Amount'], rows)];
}

function terms(order: OrderResponse): HTMLElement {
  return element(
    'details',
    { class: 'order__terms' },
    element('summary', {}, 'Terms that you agreed to'),
    element('p', {}, `On ${longTime(order.consentedAt)}, together with delivery at once:`),
    element('p', { class: 'order__lines' }, order.terms),
  );
}
