import { useState } from 'react';
import { AskDialog } from '../AskDialog.tsx';
import type { Act } from '../account/use-account.ts';
import { UtcTime } from '../UtcTime.tsx';
import { type OrderList, putAside } from './sales-calls.ts';

interface Props extends Pick<OrderList, 'trouble'> {
  act: Act;
}

/** Money that came and does not fit: only its owner can settle it, with the provider. */
export function Trouble({ trouble, act }: Props) {
  const [asked, setAsked] = useState<string | null>(null);
  if (trouble.length === 0) return null;
  return (
    <section className="notice notice--warning" aria-labelledby="trouble-title">
      <h2 id="trouble-title" className="sales__trouble">
        Money that does not fit
      </h2>
      <p>It made no order. Please settle it with the payment provider by hand.</p>
      <ul className="sales__troubles">
        {trouble.map(({ paymentID, reason, createdAt }) => (
          <li key={paymentID}>
            <code>{paymentID}</code>: {reason} <UtcTime iso={createdAt} />{' '}
            <button
              type="button"
              className="button button--small"
              onClick={() => setAsked(paymentID)}
            >
              Put aside<span className="quiet"> {paymentID}</span>
            </button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <AskDialog
          title="Is it settled?"
          confirm="Put aside"
          onConfirm={() => void act(() => putAside(asked))}
          onClose={() => setAsked(null)}
        >
          Payment {asked} is no longer shown here. That moves no money: it has to be given back, or
          explained to the buyer, at the payment provider.
        </AskDialog>
      )}
    </section>
  );
}
