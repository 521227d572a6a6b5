import { type SubmitEvent, useRef, useState } from 'react';
import { REFUND_REASON_MAX } from '#contracts/order-states.ts';
import { priceText } from '../../lib/shop/price.ts';
import { AskDialog } from '../AskDialog.tsx';
import type { Act } from '../account/use-account.ts';
import { Field } from '../Field.tsx';
import { amountOf, nothingLeft, paidFor, type Way, whatItMeans } from './refund-words.ts';
import { type AdminOrder, giveBack } from './sales-calls.ts';

interface Props {
  order: AdminOrder;
  act: Act;
}

/** Gives money of an order back: all that is left, what some of its products cost, or another amount. */
export function RefundForm({ order, act }: Props) {
  const { currency, left } = order;
  const form = useRef<HTMLFormElement>(null);
  const [way, setWay] = useState<Way>('all');
  const [chosen, setChosen] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  if (left === 0) return <p className="sale__none">{nothingLeft(order)}</p>;

  const lines = order.cart.filter((line) => !line.givenBack && paidFor(line) > 0);
  const ways: [Way, string][] = [
    ['all', `All that is left: ${priceText(left, currency)}`],
    ...(lines.length > 1 ? ([['lines', 'What some of the products cost']] as [Way, string][]) : []),
    ['part', 'Another amount'],
  ];
  const name = way === 'lines' ? 'lines' : 'amount';
  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    const picked = lines.filter(({ _id }) => chosen.includes(_id));
    const sums = { all: left, lines: picked.reduce((sum, line) => sum + paidFor(line), 0) };
    const amount = way === 'part' ? amountOf(typed) : sums[way];
    const most = priceText(left, currency);
    if (amount === null) return refuse({ amount: 'Say how much, as a number.' });
    if (amount === 0) return refuse({ lines: 'Choose what it is for.' });
    if (amount > left + 1e-9) return refuse({ [name]: `No more than ${most} is left.` });
    setErrors({});
    setAsked(amount);
  }
  function refuse(fields: Record<string, string>) {
    setErrors(fields);
    const [first] = Object.keys(fields);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }
  async function send(amount: number) {
    setBusy(true);
    // All that is left is not named: it is all, whatever went back in the meantime.
    const what = { all: {}, lines: { lines: chosen }, part: { amount } }[way];
    const outcome = await act(() => giveBack(order._id, { ...what, reason: reason.trim() }));
    setBusy(false);
    if (!outcome.done) return refuse(outcome.fields);
    setTyped('');
    setReason('');
  }

  return (
    <form ref={form} className="form sale__refund" onSubmit={onSubmit} noValidate>
      <fieldset className="sale__how">
        <legend className="field__label">Give money back</legend>
        {ways.map(([value, words]) => (
          <label key={value} className="check">
            <input
              type="radio"
              name="way"
              checked={way === value}
              onChange={() => {
                setWay(value);
                setErrors({});
              }}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      {way === 'lines' && (
        <fieldset className="sale__how" aria-describedby="lines-error">
          <legend className="field__label">For which products</legend>
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
            {errors.lines}
          </p>
        </fieldset>
      )}
      {way === 'part' && (
        <Field
          name="amount"
          label={`Amount in ${currency}`}
          hint="Nothing leaves the buyer’s library for it, unless it is all that was left."
          value={typed}
          onChange={setTyped}
          error={errors.amount}
          maxLength={20}
        />
      )}
      <Field
        name="reason"
        label="Reason"
        hint="The buyer reads it in the order. It may stay empty."
        value={reason}
        onChange={setReason}
        error={errors.reason}
        maxLength={REFUND_REASON_MAX}
      />
      <p>
        <button type="submit" className="button button--danger" aria-disabled={busy || undefined}>
          {busy ? 'Giving it back…' : 'Give it back…'}
        </button>
      </p>
      {asked !== null && (
        <AskDialog
          title={`Give ${priceText(asked, currency)} back?`}
          confirm={`Give ${priceText(asked, currency)} back`}
          look="danger"
          onConfirm={() => void send(asked)}
          onClose={() => setAsked(null)}
        >
          {whatItMeans(order, way === 'part' && asked < left ? 'part' : way)}
        </AskDialog>
      )}
    </form>
  );
}
