import type { CartLine } from '#contracts/cart.ts';
import { formatMoney, toDecimalText, toMinor } from '#contracts/money.ts';
import { cartMessages } from '#contracts/shop-words.ts';
import { element } from '../search/elements.ts';

/** Amounts that were typed and cannot be, by product, with what was said about them. */
export type OddAmounts = Map<string, { typed: string; said: string }>;

/** What the field of an amount can do. */
export interface AmountDeeds {
  odd: OddAmounts;
  /** Pays so much for it. @param typed what a person wrote */
  choose(line: CartLine, amount: number, typed: string): void;
}

/** What a buyer pays for a product, where that is theirs to say. */
export function amountField(
  line: CartLine,
  currency: string,
  { odd, choose }: AmountDeeds,
): HTMLElement {
  const { _id, open } = line;
  const minor = (price: number) => toMinor(price, currency) ?? 0;
  const money = (price: number) => formatMoney(minor(price), currency);
  const id = `amount-${_id}`;
  const input = element('input', {
    ...{ id, type: 'text', inputmode: 'decimal', autocomplete: 'off', maxlength: '14' },
    ...{ 'aria-describedby': `${id}-hint ${id}-error`, 'data-key': `amount ${_id}` },
  });
  const error = element('p', { class: 'field__error', id: `${id}-error`, role: 'alert' });
  const known = odd.get(_id);
  input.value = known?.typed ?? toDecimalText(minor(line.price), currency);
  const say = (sentence: string) => {
    error.textContent = sentence;
    input.setAttribute('aria-invalid', 'true');
  };
  if (known) say(known.said);
  input.addEventListener('change', () => {
    const typed = input.value;
    const plain = typed.trim().replace(',', '.');
    if (/^\d+(\.\d+)?$/.test(plain)) return choose(line, Number(plain), typed);
    odd.set(_id, { typed, said: cartMessages.amount });
    say(cartMessages.amount);
  });
  const least = open?.minimum ? `At least ${money(open.minimum)}` : 'Nothing is fine as well';
  const each = line.sells === 'copy' ? '' : ' for each';
  return element(
    'div',
    { class: 'field bag__amount' },
    element(
      'label',
      { for: id },
      `What you pay${each}, in ${currency}`,
      element('span', { class: 'quiet' }, ` ${line.title}`),
    ),
    input,
    element(
      'p',
      { class: 'field__hint', id: `${id}-hint` },
      `${least}. Suggested: ${money(open?.suggested ?? 0)}.`,
    ),
    error,
  );
}
