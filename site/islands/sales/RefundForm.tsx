import { useState } from 'react';
import { REFUND_REASON_MAX } from '#contracts/order-states.ts';
import { priceText } from '../../format/price.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { Field } from '../ui/Field.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useForm } from '../ui/use-form.ts';
import { amountOf, nothingLeft, paidFor, type Way, whatItMeans } from './refund-words.ts';
import { type AdminOrder, giveBack } from './sales-calls.ts';

interface Props {
  order: AdminOrder;
  act: Act;
}

/** A question before the refund, which `answer` ends. */
interface Asked {
  amount: number;
  answer(isConfirmed: boolean): void;
}

/** Gives money of an order back: all that is left, what some of its products cost, or another amount. */
export function RefundForm({ order, act }: Props) {
  const { currency, left } = order;
  const [way, setWay] = useState<Way>('all');
  const [chosen, setChosen] = useState<string[]>([]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const lines = order.cart.filter((line) => !line.givenBack && paidFor(line) > 0);
  const picked = lines.filter(({ _id }) => chosen.includes(_id));
  /** The amount of the form; null if it is no number. */
  const amountIn = (data: FormData) =>
    way === 'part'
      ? amountOf(String(data.get('amount')))
      : way === 'all'
        ? left
        : picked.reduce((sum, line) => sum + paidFor(line), 0);
  const { errors, form, button, isBusy } = useForm({
    check(data): Record<string, string> {
      const amount = amountIn(data);
      if (amount === null) return { amount: 'Enter the amount as a number.' };
      if (amount === 0) return { lines: 'Choose the products.' };
      if (amount <= left + 1e-9) return {};
      const name = way === 'lines' ? 'lines' : 'amount';
      return { [name]: `At most ${priceText(left, currency)} can be refunded.` };
    },
    act,
    async send(data) {
      const amount = amountIn(data) ?? left;
      const isConfirmed = await new Promise<boolean>((answer) => setAsked({ amount, answer }));
      setAsked(null);
      if (!isConfirmed) return;
      // All that is left is not named: it is all, whatever went back in the meantime.
      const what = { all: {}, lines: { lines: chosen }, part: { amount } }[way];
      const reason = String(data.get('reason')).trim();
      return giveBack(order._id, { ...what, reason });
    },
  });
  if (left === 0) return <p className="sale__none">{nothingLeft(order)}</p>;
  const ways: [Way, string][] = [
    ['all', `Full remaining amount: ${priceText(left, currency)}`],
    ...(lines.length > 1 ? ([['lines', 'Price of selected products']] as [Way, string][]) : []),
    ['part', 'Another amount'],
  ];
  return (
    <form className="form sale__refund" {...form}>
      <fieldset className="sale__how">
        <legend className="field__label">Refund</legend>
        {ways.map(([value, words]) => (
          <label key={value} className="check">
            <input type="radio" name="way" checked={way === value} onChange={() => setWay(value)} />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      {way === 'lines' && (
        <fieldset className="sale__how" aria-describedby="lines-error">
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
                      : chosen.filter((one) => one !== line._id),
                  )
                }
              />
              <span dir="auto">
                {line.title}: {priceText(paidFor(line), currency)}
              </span>
            </label>
          ))}
          <p className="field__error" id="lines-error">
            {errors.fields.lines}
          </p>
        </fieldset>
      )}
      {way === 'part' && (
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
          {isBusy && !asked ? 'Refunding …' : 'Refund …'}
        </button>
      </p>
      {asked && (
        <AskDialog
          title={`Refund ${priceText(asked.amount, currency)}?`}
          confirm={`Refund ${priceText(asked.amount, currency)}`}
          look="danger"
          onConfirm={() => asked.answer(true)}
          onClose={() => asked.answer(false)}
        >
          {whatItMeans(order, way === 'part' && asked.amount < left ? 'part' : way)}
        </AskDialog>
      )}
    </form>
  );
}
