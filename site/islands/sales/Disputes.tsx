import type { DisputeResponse } from '#contracts/order.ts';
import { disputeReasonLabels, disputeStateLabels } from '#contracts/order-states.ts';
import { adminOrderPath } from '#contracts/shop-messages.ts';
import { priceText } from '../../format/price.ts';
import { ZonedTime } from '../ui/ZonedTime.tsx';
import { disputeChip } from './labels.ts';

/** True if the seller has to respond. */
const needsResponse = ({ state }: DisputeResponse) => state === 'open' || state === 'seller';

interface Props {
  disputes: DisputeResponse[];
  /** False on the page of their order. */
  links?: boolean;
}

/** Disputed payments with their state, amount and next step. */
export function Disputes({ disputes, links = true }: Props) {
  if (disputes.length === 0) return null;
  const urgentFirst = disputes.toSorted((a, b) => +needsResponse(b) - +needsResponse(a));
  return (
    <section className="sales__disputes" aria-labelledby="disputes-title">
      <h2 id="disputes-title">Disputes</h2>
      <ul>
        {urgentFirst.map((dispute) => (
          <li key={`${dispute.provider} ${dispute._id}`} className="banner banner--warning">
            <DisputeCard dispute={dispute} links={links} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DisputeCard({ dispute, links }: { dispute: DisputeResponse; links: boolean }) {
  const { state, reason, amount, currency, order, dueAt } = dispute;
  return (
    <>
      <p className="meta">
        <span className={disputeChip(state)}>{disputeStateLabels[state]}</span>
        {amount !== null && currency !== null && <span>{priceText(amount, currency)}</span>}
        <ZonedTime iso={dispute.updatedAt} />
        <span>{dispute._id}</span>
      </p>
      <p>
        {disputeReasonLabels[reason]}
        {needsResponse(dispute) && dueAt !== null && (
          <>
            {' '}
            Respond by <ZonedTime iso={dueAt} />.
          </>
        )}
      </p>
      <p className="sales__actions">
        {links &&
          (order ? (
            <a href={adminOrderPath(order._id)}>Order {order.number}</a>
          ) : (
            <span>No order belongs to this payment.</span>
          ))}
        {dispute.provider === 'paypal' && (
          <a href="https://www.paypal.com/disputes/" rel="noopener">
            {needsResponse(dispute) ? 'Respond' : 'View'} in PayPal’s Resolution Centre
          </a>
        )}
      </p>
    </>
  );
}
