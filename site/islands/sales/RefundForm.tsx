import { useRef, useState } from 'react';
import { REFUND_REASON_MAX } from '#contracts/order-states.ts';
import { priceText } from '../../format/price.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { Field, FieldError } from '../ui/Field.tsx';
import type { RunAction } from '../ui/use-action.tsx';
import { useForm } from '../ui/use-form.ts';
import { type AdminOrder, refundOrder } from './sales-api.ts';

interface Props {
  order: AdminOrder;
  runAction: RunAction;
}

/** A confirmation before the refund; `resolve` settles it. */
interface Confirmation {
  amount: number;
  resolve(isConfirmed: boolean): void;
}

/** Refunds an order: the remaining amount, the price of some products, or another amount. */
export function RefundForm({ order, runAction }: Props) {
  const { currency, left } = order;
  const [kind, setKind] = useState<RefundKind>('all');
  const [chosen, setChosen] = useState<string[]>([]);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  /** The confirmed values, which are sent again after a re-authentication. */
  const confirmedData = useRef<FormData>(null);
  const lines = order.cart.filter((line) => !line.accessRevoked && paidFor(line) > 0);
  const picked = lines.filter(({ _id }) => chosen.includes(_id));
  /** The amount of the form; null if it is no number. */
  const amountIn = (data: FormData) =>
    kind === 'part'
      ? parseRefundAmount(String(data.get('amount')))
      : kind === 'all'
        ? left
        : picked.reduce((sum, line) => sum + paidFor(line), 0);
  const { errors, form, button, isBusy } = useForm({
    check(data): Record<string, string> {
      const amount = amountIn(data);
      if (amount === null) return { amount: 'Enter the amount as a number.' };
      if (amount === 0) return { lines: 'Choose the products.' };
      if (amount <= left + 1e-9) return {};
      const name = kind === 'lines' ? 'lines' : 'amount';
      return { [name]: `At most ${priceText(left, currency)} can be refunded.` };
    },
    runAction,
    async send(data) {
      const amount = amountIn(data) ?? left;
      if (confirmedData.current !== data) {
        const isConfirmed = await new Promise<boolean>((resolve) =>
          setConfirmation({ amount, resolve }),
        );
        setConfirmation(null);
        if (!isConfirmed) return;
        confirmedData.current = data;
      }
      // Without an amount the API refunds the rest, even if it has changed.
      const amountOfKind = { all: {}, lines: { lines: chosen }, part: { amount } }[kind];
      const reason = String(data.get('reason')).trim();
      return refundOrder(order._id, { ...amountOfKind, reason });
    },
  });
  if (left === 0) return <p className="sale__empty">{explainNoRefund(order)}</p>;
  const kinds: [RefundKind, string][] = [
    ['all', `Full remaining amount: ${priceText(left, currency)}`],
    ...(lines.length > 1
      ? ([['lines', 'Price of selected products']] as [RefundKind, string][])
      : []),
    ['part', 'Another amount'],
  ];
  return (
    <form className="form sale__refund" {...form}>
      <fieldset className="sale__options">
        <legend className="field__label">Refund</legend>
        {kinds.map(([value, kindLabel]) => (
          <label key={value} className="check">
            <input
              type="radio"
              name="way"
              checked={kind === value}
              onChange={() => setKind(value)}
            />
            <span>{kindLabel}</span>
          </label>
        ))}
      </fieldset>
      {kind === 'lines' && (
        <fieldset className="sale__options" aria-describedby="lines-error">
          <legend className="field__label">Products</legend>
          {lines.map((line) => (
            <label key={line._id} className="check">
              <input
                type="checkbox"
                name="lines"
                checked={chosen.includes(line._id)}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked
                      ? [...chosen, line._id]
                      : chosen.filter((lineId) => lineId !== line._id),
                  )
                }
              />
              <span dir="auto">
                {line.title}: {priceText(paidFor(line), currency)}
              </span>
            </label>
          ))}
          <FieldError id="lines-error">{errors.fields.lines}</FieldError>
        </fieldset>
      )}
      {kind === 'part' && (
        <Field
          name="amount"
          label={`Amount in ${currency}`}
          hint="The buyer keeps access unless the full remaining amount is refunded."
          error={errors.fields.amount}
          maxLength={20}
        />
      )}
      <Field
        name="reason"
        label="Reason"
        hint="Optional. Shown to the buyer in the order."
        error={errors.fields.reason}
        maxLength={REFUND_REASON_MAX}
      />
      <p>
        <button className="button button--danger" {...button}>
          {isBusy && !confirmation ? 'Refunding …' : 'Refund …'}
        </button>
      </p>
      {confirmation && (
        <ConfirmDialog
          title={`Refund ${priceText(confirmation.amount, currency)}?`}
          confirm={`Refund ${priceText(confirmation.amount, currency)}`}
          variant="danger"
          onConfirm={() => confirmation.resolve(true)}
          onClose={() => confirmation.resolve(false)}
        >
          {explainRefund(order, kind === 'part' && confirmation.amount < left ? 'part' : kind)}
        </ConfirmDialog>
      )}
    </form>
  );
}

/** Remaining amount, price of some lines, or another amount. */
export type RefundKind = 'all' | 'lines' | 'part';

/** Returns the amount paid for a line, after its share of the discount. */
export const paidFor = ({ subtotal, discount }: AdminOrder['cart'][number]): number =>
  // Rounded, because the difference of two decimals can have more digits.
  Number((subtotal - discount).toFixed(3));

/** Parses an amount with a decimal comma or point; null if it is invalid. */
export function parseRefundAmount(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  return amount > 0 ? amount : null;
}

/** Returns the reason why an order cannot be refunded. */
export function explainNoRefund({ total, refunds }: AdminOrder): string {
  if (total === 0) return 'It was free: there is nothing to refund.';
  return refunds.some(({ state }) => state === 'sending')
    ? 'It is fully refunded, or the refund is in progress.'
    : 'It is fully refunded.';
}

/** Returns the consequences of a refund for its confirmation. */
export function explainRefund({ buyer, provider }: AdminOrder, kind: RefundKind): string {
  const who = buyer.name === '' ? 'The buyer' : buyer.name;
  const how =
    provider === 'demo'
      ? 'The demo provider did not charge any money, so none is returned.'
      : 'The money is returned to the original payment method. This cannot be undone.';
  const target = {
    all: 'The products are removed from the library.',
    lines: 'These products are removed from the library.',
    part: 'The library is unchanged.',
  }[kind];
  return `${who} will be notified by email and can see it in the order. ${target} ${how}`;
}
