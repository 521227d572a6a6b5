import { UtcTime } from '../UtcTime.tsx';
import type { OrderList } from './sales-calls.ts';

/** Money that came and does not fit: nothing here can settle it. */
export function Trouble({ trouble }: Pick<OrderList, 'trouble'>) {
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
            <code>{paymentID}</code>: {reason} <UtcTime iso={createdAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
