import { type SubmitEvent, useRef, useState } from 'react';
import { REFUND_REASON_MAX } from '#contracts/order-states.ts';
import { priceText } from '../../lib/shop/price.ts';
import { AskDialog } from '../AskDialog.tsx';
import type { Act } from '../account/use-account.ts';
import { Field } from '../Field.tsx';
import { type AdminOrder, giveBack } from './sales-calls.ts';

interface Props {
  order: AdminOrder;
  act: Act;
}

/** Gives money of an order back: all that is left, or part of it. */
export function RefundForm({ order, act }: Props) {
  const { currency, left } = order;
  const form = useRef<HTMLFormElement>(null);
  const [part, setPart] = useState(false);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  if (left === 0) return <p className="sale__none">{nothingLeft(order)}</p>;

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    const amount = part ? amountOf(typed) : left;
    if (amount !== null && amount <= left) {
      setErrors({});
      setAsked(amount);
      return;
    }
    const most = priceText(left, currency);
    refuse({
      amount: amount === null ? 'Say how much, as a number.' : `No more than ${most} is left.`,
    });
  }
  function refuse(fields: Record<string, string>) {
    setErrors(fields);
    const [first] = Object.keys(fields);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }
  async function send(amount: number) {
    setBusy(true);
    // All that is left is not named: it is all, whatever went back in the meantime.
    const wish = { reason: reason.trim(), ...(part && { amount }) };
    const outcome = await act(() => giveBack(order._id, wish));
    setBusy(false);
    if (!outcome.done) return refuse(outcome.fields);
    setTyped('');
    setReason('');
  }

  return (
    <form ref={form} className="form sale__refund" onSubmit={onSubmit} noValidate>
      <fieldset className="sale__how">
        <legend className="field__label">Give money back</legend>
        <label className="check">
          <input type="radio" name="part" checked={!part} onChange={() => setPart(false)} />
          <span>All that is left: {priceText(left, currency)}</span>
        </label>
        <label className="check">
          <input type="radio" name="part" checked={part} onChange={() => setPart(true)} />
          <span>Part of it</span>
        </label>
      </fieldset>
      {part && (
        <Field
          name="amount"
          label={`Amount in ${currency}`}
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
          {whatItMeans(order, asked)}
        </AskDialog>
      )}
    </form>
  );
}

/** What was typed as a number, with a comma or a point; null for what is no amount. */
function amountOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  return amount > 0 ? amount : null;
}

function nothingLeft({ total, refunds }: AdminOrder): string {
  if (total === 0) return 'It was free: there is nothing to give back.';
  return refunds.some(({ state }) => state === 'sending')
    ? 'All of it has gone back or is on its way.'
    : 'All of it has gone back.';
}

function whatItMeans({ buyer, number, provider }: AdminOrder, _amount: number): string {
  const who = buyer.name === '' ? 'the buyer' : buyer.name;
  const how =
    provider === 'demo'
      ? 'The demo provider took no money and gives none.'
      : 'It goes back the way it came.';
  return `${who} gets it for order ${number}, is told by mail, and sees it in the order. ${how} Nobody can call it off.`;
}
