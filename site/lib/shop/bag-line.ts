import type { CartLine } from '#contracts/cart.ts';
import { cartMessages, QUANTITY_MAX } from '#contracts/shop-words.ts';
import { element } from '../search/elements.ts';
import { type AmountDeeds, amountField } from './bag-amount.ts';
import { pictureOf } from './picture.ts';
import { priceText } from './price.ts';

/** Pixels of the picture of a line. */
const SIDE = 112;

interface Deeds extends AmountDeeds {
  change(line: CartLine, quantity: number): void;
  remove(line: CartLine): void;
}

/** One line of the bag. */
export function lineOf(line: CartLine, currency: string, deeds: Deeds): HTMLElement {
  const money = (price: number) => priceText(price, currency);
  const address = `/shop/products/detail/${line.slug}`;
  const title = element(
    'h2',
    {},
    line.state === 'gone' ? line.title : element('a', { href: address }, line.title),
  );
  const remove = element(
    'button',
    { class: 'button button--small', type: 'button', 'data-key': `remove ${line._id}` },
    'Remove',
  );
  remove.append(element('span', { class: 'quiet' }, ` ${line.title}`));
  remove.addEventListener('click', () => deeds.remove(line));
  const notes = notesOf(line, money).map((note) => element('p', { class: 'bag__note' }, note));
  const each = element('p', { class: 'bag__each' }, `${money(line.price)} each`);
  const sum = line.state === 'ready' ? money(line.subtotal) : '–';
  return element(
    'li',
    { class: `bag__line bag__line--${line.state}` },
    pictureOf(line, SIDE),
    element(
      'div',
      { class: 'bag__what' },
      title,
      ...(line.sells === 'copy' ? [] : [each]),
      ...(line.open && line.state === 'ready' ? [amountField(line, currency, deeds)] : []),
      ...notes,
    ),
    element('p', { class: 'bag__sum' }, element('span', { class: 'quiet' }, 'Subtotal '), sum),
    element(
      'div',
      { class: 'bag__deeds' },
      ...(line.sells === 'copy' || line.state === 'gone' ? [] : [stepper(line, deeds)]),
      remove,
    ),
  );
}

function notesOf(line: CartLine, money: (price: number) => string): string[] {
  return [
    ...(line.state === 'gone' ? [`${cartMessages.gone} It is not part of the total.`] : []),
    ...(line.state === 'not-for-sale'
      ? [`${cartMessages.notForSale} It is not part of the total.`]
      : []),
    ...(line.state === 'sold-out' ? [`${soldOutWords(line)} It is not part of the total.`] : []),
    ...(line.state === 'owned' ? [`${cartMessages.owned} It is not part of the total.`] : []),
    ...(line.priceBefore !== null && line.state === 'ready'
      ? [`The price has changed since you put it in: it was ${money(line.priceBefore)}.`]
      : []),
  ];
}

const soldOutWords = ({ left }: CartLine) =>
  left ? `Only ${left} of this can be had just now.` : cartMessages.soldOut;

/** Fewer, how many, more. The least is 1: what is not wanted is removed. */
function stepper(line: CartLine, deeds: Deeds): HTMLElement {
  const step = (by: number, sign: string, name: string) => {
    const button = element(
      'button',
      {
        class: 'bag__step',
        type: 'button',
        'aria-label': `${name} of ${line.title}`,
        'data-key': `${name} ${line._id}`,
      },
      sign,
    );
    const next = line.quantity + by;
    if (next < 1 || next > QUANTITY_MAX) button.setAttribute('aria-disabled', 'true');
    else button.addEventListener('click', () => deeds.change(line, next));
    return button;
  };
  const input = element('input', {
    ...{ type: 'number', min: '1', max: String(QUANTITY_MAX), step: '1', inputmode: 'numeric' },
    ...{ 'aria-label': `Quantity of ${line.title}`, 'data-key': `quantity ${line._id}` },
  });
  input.value = String(line.quantity);
  input.addEventListener('change', () => {
    const wanted = Math.min(Math.max(Math.trunc(input.valueAsNumber) || 1, 1), QUANTITY_MAX);
    input.value = String(wanted);
    if (wanted !== line.quantity) deeds.change(line, wanted);
  });
  return element(
    'div',
    { class: 'bag__stepper', role: 'group', 'aria-label': `Quantity of ${line.title}` },
    step(-1, '−', 'Fewer'),
    input,
    step(1, '+', 'More'),
  );
}
