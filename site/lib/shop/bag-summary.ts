import type { Cart } from '#contracts/cart.ts';
import { element } from '../search/elements.ts';
import { priceText } from './price.ts';
import { receiptAddressFields } from './receipt-address.ts';

/** What stays while the bag is drawn anew: what a person has ticked and typed. */
export interface Consent {
  terms: HTMLInputElement;
  immediate: HTMLInputElement;
  address: HTMLElement;
}

export function createConsent(userId: string): Consent {
  const box = (id: string) =>
    element('input', { id, type: 'checkbox', required: '', 'aria-describedby': `${id}-error` });
  return {
    terms: box('agree-terms'),
    immediate: box('agree-immediate'),
    address: receiptAddressFields(userId),
  };
}

const payNames = {
  paypal: 'with PayPal',
  demo: 'at the demo provider',
  none: '',
} as const;

/** Sums, the code, consent and the way to pay. @param pay is called once the buyer has agreed to all there is */
export function summaryOf(
  bag: Cart,
  { consent, code }: { consent: Consent; code: HTMLElement },
  pay: (button: HTMLButtonElement) => void,
): HTMLElement {
  const money = (price: number) => priceText(price, bag.currency);
  const row = (name: string, value: string) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value));
  const sums = element(
    'dl',
    { class: 'bag__sums' },
    row('Subtotal', money(bag.subtotal)),
    ...(bag.discount > 0
      ? [row(`Discount ${bag.code?.code ?? ''}`, `−${money(bag.discount)}`)]
      : []),
    row('Total', money(bag.total)),
  );
  const free = bag.total === 0;
  const label = free ? 'Get it for free' : `Pay ${money(bag.total)} ${payNames[bag.payment]}`;
  const button = element(
    'button',
    { class: 'button button--main', type: 'submit', 'data-key': 'pay' },
    label,
  );
  const blocked = blockedBecause(bag);
  if (blocked) button.setAttribute('aria-disabled', 'true');
  const form = element(
    'form',
    { class: 'bag__pay', novalidate: '', 'aria-label': 'Pay' },
    ...(bag.payment === 'demo' && !free ? [demoNote()] : []),
    consent.address,
    check(consent.terms, 'I agree to the terms.', termsOf(bag.terms)),
    check(
      consent.immediate,
      'I want delivery to begin at once, and know that my right to withdraw ends with it.',
    ),
    ...(blocked ? [element('p', { class: 'notice', id: 'bag-blocked' }, blocked)] : []),
    button,
    element('p', { class: 'form__error', role: 'alert', 'data-pay-error': '' }),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.getAttribute('aria-disabled') === 'true') return;
    if (agreed(consent)) pay(button);
  });
  return element('section', { class: 'bag__summary', 'aria-label': 'Summary' }, sums, code, form);
}

function blockedBecause(bag: Cart): string | null {
  if (bag.cart.some(({ state }) => state !== 'ready'))
    return 'Please remove first what cannot be bought.';
  if (bag.code && bag.code.problem !== null)
    return 'Please take away first the code that cannot be used.';
  if (bag.payment === 'none' && bag.total > 0)
    return 'This shop cannot take payments just now. Your bag stays as it is.';
  return null;
}

const demoNote = () =>
  element(
    'p',
    { class: 'notice' },
    element('strong', {}, 'Demo. '),
    'No money is taken here: on the next page you choose yourself what becomes of the payment.',
  );

function termsOf(text: string): HTMLElement {
  const paragraphs = text.split(/\n\s*\n/).map((one) => element('p', {}, one));
  return element(
    'details',
    { class: 'bag__terms' },
    element('summary', {}, 'Read the terms'),
    ...paragraphs,
  );
}

function check(input: HTMLInputElement, label: string, more?: HTMLElement): HTMLElement {
  const error = element('p', { class: 'field__error', id: `${input.id}-error` });
  return element(
    'div',
    { class: 'bag__check' },
    element('label', { class: 'check' }, input, element('span', {}, label)),
    ...(more ? [more] : []),
    error,
  );
}

const sentences = {
  'agree-terms': 'Please agree to the terms.',
  'agree-immediate': 'Please agree that delivery begins at once.',
} as Record<string, string>;

/** Says at each box that it is wanted. */
function agreed({ terms, immediate }: Consent): boolean {
  const boxes = [terms, immediate];
  for (const box of boxes) {
    const error = document.getElementById(`${box.id}-error`);
    if (error) error.textContent = box.checked ? '' : (sentences[box.id] ?? '');
    if (box.checked) box.removeAttribute('aria-invalid');
    else box.setAttribute('aria-invalid', 'true');
  }
  boxes.find((box) => !box.checked)?.focus();
  return boxes.every((box) => box.checked);
}
