import { priceText } from '../../format/price.ts';
import { UtcTime } from '../ui/UtcTime.tsx';
import type { AdminOrder } from './sales-calls.ts';
import { refundStates } from './words.ts';

/** What has gone back of an order, is on its way, or was refused. */
export function Refunds({ order: { refunds, currency } }: { order: AdminOrder }) {
  if (refunds.length === 0) return null;
  return (
    <table className="table table--cards sale__refunds" aria-labelledby="refunds-title">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">State</th>
          <th scope="col">Reason</th>
          <th scope="col" className="table__number">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {refunds.map((refund) => (
          <tr key={refund._id}>
            <th scope="row">
              <UtcTime iso={refund.createdAt} />
            </th>
            <td>
              {refundStates[refund.state]}
              {refund.state === 'sending' && (
                <span className="label sale__files">
                  The payment provider has not responded yet. The refund will be retried
                  automatically.
                </span>
              )}
            </td>
            <td dir="auto">{refund.reason}</td>
            <td className="table__number">{priceText(refund.amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
