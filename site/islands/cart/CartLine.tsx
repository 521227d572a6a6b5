import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { CartLine as Line } from '#contracts/cart.ts';
import { formatMoney, toDecimalText, toMinor } from '#contracts/money.ts';
import { cartMessages, QUANTITY_MAX } from '#contracts/shop-messages.ts';
import { priceText } from '../../format/price.ts';
import {
  $amountErrors,
  changeAmount,
  changeQuantity,
  loadCart,
  setAmountError,
} from '../../stores/cart.ts';
import { FieldError } from '../ui/Field.tsx';
import { ProductThumbnail } from '../ui/ProductThumbnail.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { errorMessage } from '../ui/use-fetch.ts';

/** Side of the image in CSS pixels. */
const IMAGE_SIDE = 112;

/** Changes the cart, and shows the reason if the API refuses. */
export type RunCartAction = (call: () => Promise<unknown>) => Promise<void>;

interface Props {
  line: Line;
  currency: string;
  runAction: RunCartAction;
  onRemove(): void;
}

/** A product in the cart. */
export function CartLine({ line, currency, runAction, onRemove }: Props) {
  const { title, slug, licenceType, state } = line;
  const isReady = state === 'ready';
  return (
    <li className={`cart__line cart__line--${state}`}>
      <ProductThumbnail product={line} side={IMAGE_SIDE} />
      <div className="cart__product">
        <h2>{state === 'gone' ? title : <a href={`/shop/products/detail/${slug}`}>{title}</a>}</h2>
        {licenceType !== 'copy' && (
          <p className="cart__each">{priceText(line.price, currency)} each</p>
        )}
        {line.customAmount && isReady && <AmountField line={line} currency={currency} />}
        {!isReady && (
          <p className="cart__note">{reasons[state](line)} It is not included in the total.</p>
        )}
        {isReady && line.priceBefore !== null && (
          <p className="cart__note">
            The price has changed since you added it: it was {priceText(line.priceBefore, currency)}
            .
          </p>
        )}
      </div>
      <p className="cart__sum">
        <span className="visually-hidden">Subtotal </span>
        {isReady ? priceText(line.subtotal, currency) : '–'}
      </p>
      <div className="cart__actions">
        {licenceType !== 'copy' && state !== 'gone' && (
          <QuantityField line={line} runAction={runAction} />
        )}
        <SmallButton label="Remove" of={title} onClick={onRemove} />
      </div>
    </li>
  );
}

const reasons: Record<Exclude<Line['state'], 'ready'>, (line: Line) => string> = {
  gone: () => cartMessages.gone,
  'not-for-sale': () => cartMessages.notForSale,
  'sold-out': ({ left }) => (left ? `Only ${left} available.` : cartMessages.soldOut),
  owned: () => cartMessages.owned,
};

/** Calls `onChange` on the DOM event `change`, after typing; React's `onChange` is the event `input`. */
const onCommit = (onChange: (input: HTMLInputElement) => void) => (input: HTMLInputElement) => {
  const listener = () => onChange(input);
  input.addEventListener('change', listener);
  return () => input.removeEventListener('change', listener);
};

/** Shows a value in the input of a field. */
function showValue(field: RefObject<HTMLElement | null>, value: string): void {
  const input = field.current?.querySelector('input');
  if (input) input.value = value;
}

/** Quantity with buttons to decrease and increase it. The minimum is 1. */
function QuantityField({ line, runAction }: { line: Line; runAction: RunCartAction }) {
  const { _id, title, quantity } = line;
  const field = useRef<HTMLFieldSetElement>(null);
  useEffect(() => showValue(field, String(quantity)), [quantity]);
  const change = (wanted: number) => void runAction(() => changeQuantity(_id, wanted));
  const step = (by: number, sign: string, name: string) => {
    const next = quantity + by;
    const isPossible = next >= 1 && next <= QUANTITY_MAX;
    return (
      <button
        type="button"
        className="cart__step"
        aria-label={`${name} of ${title}`}
        aria-disabled={!isPossible || undefined}
        onClick={() => isPossible && change(next)}
      >
        {sign}
      </button>
    );
  };
  return (
    <fieldset className="cart__stepper" aria-label={`Quantity of ${title}`} ref={field}>
      {step(-1, '−', 'Fewer')}
      <input
        type="number"
        min={1}
        max={QUANTITY_MAX}
        step={1}
        inputMode="numeric"
        aria-label={`Quantity of ${title}`}
        defaultValue={quantity}
        ref={onCommit((input) => {
          const wanted = Math.min(Math.max(Math.trunc(input.valueAsNumber) || 1, 1), QUANTITY_MAX);
          showValue(field, String(wanted));
          if (wanted !== quantity) change(wanted);
        })}
      />
      {step(1, '+', 'More')}
    </fieldset>
  );
}

export const amountFieldId = (product: string) => `amount-${product}`;

/** Price of one item, for pay what you want. A refused price stays in the field. */
function AmountField({ line, currency }: { line: Line; currency: string }) {
  const { _id, title, licenceType, customAmount, price } = line;
  const error = useStore($amountErrors)[_id];
  const setError = (text: string) => setAmountError(_id, text);
  useEffect(() => () => setAmountError(_id, ''), [_id]);
  const field = useRef<HTMLDivElement>(null);
  const minor = (value: number) => toMinor(value, currency) ?? 0;
  const money = (value: number) => formatMoney(minor(value), currency);
  const text = toDecimalText(minor(price), currency);
  const id = amountFieldId(_id);
  useEffect(() => showValue(field, text), [text]);

  async function choose(input: HTMLInputElement) {
    const plain = input.value.trim().replace(',', '.');
    if (!/^\d+(\.\d+)?$/.test(plain)) return setError(cartMessages.amount);
    try {
      await changeAmount(_id, Number(plain));
      setError('');
      // The store does not report the same price in another notation.
      if (minor(Number(plain)) === minor(price)) showValue(field, text);
    } catch (caught) {
      setError(errorMessage(caught));
      // The cart may have changed elsewhere; if it cannot be loaded, the field shows the reason.
      await loadCart().catch(() => undefined);
    }
  }

  const minimum = customAmount?.minimum
    ? `At least ${money(customAmount.minimum)}`
    : 'You may also pay nothing';
  return (
    <div className="field cart__amount" ref={field}>
      <label htmlFor={id}>
        What you pay{licenceType === 'copy' ? '' : ' for each'}, in {currency}
        <span className="visually-hidden"> {title}</span>
      </label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        defaultValue={text}
        ref={onCommit((input) => void choose(input))}
      />
      <p className="field__hint" id={`${id}-hint`}>
        {minimum}. Suggested: {money(customAmount?.suggested ?? 0)}.
      </p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
