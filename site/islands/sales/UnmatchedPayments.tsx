import { useState } from 'react';
import { AskDialog } from '../ui/AskDialog.tsx';
import { UtcTime } from '../ui/UtcTime.tsx';
import type { Act } from '../ui/use-act.tsx';
import { dismissPayment, type OrderList } from './sales-calls.ts';

interface Props extends Pick<OrderList, 'trouble'> {
  act: Act;
}

/** Payments that match no order, which the owner resolves with the provider. */
export function UnmatchedPayments({ trouble, act }: Props) {
  const [paymentToDismiss, setPaymentToDismiss] = useState<string | null>(null);
  if (trouble.length === 0) return null;
  return (
    <section className="notice notice--warning" aria-labelledby="trouble-title">
      <h2 id="trouble-title" className="sales__trouble">
        Unmatched payments
      </h2>
      <p>No order was created. Please resolve it with the payment provider.</p>
      <ul className="sales__troubles">
        {trouble.map(({ paymentID, reason, createdAt }) => (
          <li key={paymentID}>
            <code>{paymentID}</code>: {reason} <UtcTime iso={createdAt} />{' '}
            <button
              type="button"
              className="button button--small"
              onClick={() => setPaymentToDismiss(paymentID)}
            >
              Dismiss<span className="quiet"> {paymentID}</span>
            </button>
          </li>
        ))}
      </ul>
      {paymentToDismiss !== null && (
        <AskDialog
          title="Dismiss this payment?"
          confirm="Dismiss"
          onConfirm={() => void act(() => dismissPayment(paymentToDismiss))}
          onClose={() => setPaymentToDismiss(null)}
        >
          Payment {paymentToDismiss} will no longer be shown here. This does not refund the payment:
          please refund it or resolve it with the buyer at the payment provider.
        </AskDialog>
      )}
    </section>
  );
}
