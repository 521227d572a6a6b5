import { useCallback, useEffect, useState } from 'react';
import { ORDERS_PATH, orderPath } from '#contracts/shop-messages.ts';
import { priceText } from '../../format/price.ts';
import { FactList } from '../ui/FactList.tsx';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MissingPage } from '../ui/MissingPage.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { usePolling } from '../ui/timers.ts';
import { useAction } from '../ui/use-action.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { ZonedTime } from '../ui/ZonedTime.tsx';
import { Disputes } from './Disputes.tsx';
import { eventLabel, providerNames, refundStates, stateChips } from './labels.ts';
import { RefundForm } from './RefundForm.tsx';
import { type AdminOrder, readOrder } from './sales-api.ts';

/** Order with everything that admins see, and its refunds. */
export function OrderPage() {
  const [id] = useState(() => decodeURIComponent(location.pathname.split('/').pop() ?? ''));
  const load = useCallback((signal: AbortSignal) => readOrder(id, signal), [id]);
  const { loaded, reload } = useFetch(load);
  const { runAction, dialog } = useAction(reload);
  const order = loaded.value;
  const isRefunding = order?.refunds.some(({ state }) => state === 'sending') ?? false;
  usePolling(loaded.state === 'ready' && isRefunding, reload);
  const number = order?.number;
  useEffect(() => {
    if (number) document.title = document.title.replace('Order', `Order ${number}`);
  }, [number]);
  if (loaded.state === 'failed' && loaded.code === 'NOT_FOUND') return <MissingPage />;
  return (
    <div aria-busy={loaded.state === 'loading'}>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !order && <ListSkeleton label="Loading the order" />}
      {order && (
        <article className="sale" aria-labelledby="sale-title">
          <Head order={order} />
          <Disputes disputes={order.disputes} links={false} />
          <Facts order={order} />
          <OrderLines order={order} />
          <section aria-labelledby="refunds-title">
            <h2 id="refunds-title">Refunds</h2>
            <Refunds order={order} />
            <RefundForm key={order.left} order={order} runAction={runAction} />
          </section>
          <Events events={order.events} />
          <details className="sale__terms">
            <summary>Terms accepted by the buyer</summary>
            <p>
              On <ZonedTime iso={order.consentedAt} />, together with immediate delivery:
            </p>
            <p className="sale__lines">{order.terms}</p>
          </details>
        </article>
      )}
      {dialog}
    </div>
  );
}

function Head({ order }: { order: AdminOrder }) {
  const chip = stateChips[order.status];
  return (
    <>
      <div className="page-title list__head list__title">
        <h1 id="sale-title">Order {order.number}</h1>
        <div className="sales__actions">
          <a className="button" href={ORDERS_PATH}>
            All orders
          </a>
          <a className="button" href={orderPath(order._id)}>
            Receipt
          </a>
        </div>
      </div>
      <p className="meta sale__state">
        <span className={chip.className}>{chip.name}</span>
        <ZonedTime iso={order.createdAt} />
        <span>
          {order.total === 0 ? 'Free' : priceText(order.total, order.currency)}
          {order.refunded > 0 && `, ${priceText(order.refunded, order.currency)} refunded`}
        </span>
      </p>
    </>
  );
}

function Facts({ order }: { order: AdminOrder }) {
  const { address } = order;
  const place = [
    address.recipient_name,
    address.line1,
    [address.postal_code, address.city].filter(Boolean).join(' '),
    address.country_code,
  ].filter(Boolean);
  return (
    <FactList
      className="sale__facts"
      facts={[
        ['Buyer', <Buyer order={order} />],
        place.length > 0 && [
          'Made out to',
          <div className="sale__lines" dir="auto">
            {place.join('\n')}
          </div>,
        ],
        ['Paid by', providerNames[order.provider]],
        ['Payment ID', order.paymentID],
        order.captureID !== null && ['Transaction', order.captureID],
      ]}
    />
  );
}

function Buyer({ order: { buyer, member } }: { order: AdminOrder }) {
  return (
    <>
      {buyer.email === '' ? (
        'Buyer details removed after the retention period'
      ) : (
        <>
          <span dir="auto">{buyer.name}</span>
          <br />
          <a href={`mailto:${buyer.email}`}>{buyer.email}</a>
        </>
      )}
      {member !== null && (
        <>
          <br />
          <a href={`/member/${encodeURIComponent(member)}`}>Their page</a>
        </>
      )}
    </>
  );
}

function Events({ events }: Pick<AdminOrder, 'events'>) {
  return (
    <section aria-labelledby="events-title">
      <h2 id="events-title">Payment provider events</h2>
      {events.length === 0 ? (
        <p className="sale__empty">
          No webhook events. The payment status was confirmed by polling.
        </p>
      ) : (
        <ol className="sale__events">
          {events.map((event) => (
            <li key={event._id}>
              <ZonedTime iso={event.receivedAt} /> <span>{eventLabel(event.kind)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Refunds of an order: completed, pending and refused ones. */
export function Refunds({ order: { refunds, currency } }: { order: AdminOrder }) {
  if (refunds.length === 0) return null;
  return (
    <table className="table table--cards sale__refunds" aria-labelledby="refunds-title">
      <TableHead columns={['Date', 'State', 'Reason', 'Amount']} numbers={1} />
      <tbody>
        {refunds.map((refund) => (
          <tr key={refund._id}>
            <th scope="row">
              <ZonedTime iso={refund.createdAt} />
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

/** Products of an order at the time of purchase, and its totals. */
function OrderLines({ order }: { order: AdminOrder }) {
  const money = (price: number) => priceText(price, order.currency);
  return (
    <section aria-labelledby="lines-title">
      <h2 id="lines-title">Products</h2>
      <table className="table table--cards sale__products">
        <TableHead columns={['Title', 'Quantity', 'Price', 'Subtotal']} numbers={1} />
        <tbody>
          {order.cart.map((line) => (
            <tr key={line._id}>
              <th scope="row">
                <a href={`/admin/shop/edit_product/${encodeURIComponent(line._id)}`} dir="auto">
                  {line.title}
                </a>
                {line.files.length > 0 && (
                  <span className="label sale__files">
                    {line.files.map(({ name, version }) => `${name} ${version}`).join(', ')}
                  </span>
                )}
                {line.accessRevoked && (
                  <span className="label sale__files">Refunded: no longer in the library.</span>
                )}
              </th>
              <td data-label="Quantity">{line.quantity}</td>
              <td data-label="Price">{money(line.price)}</td>
              <td data-label="Subtotal" className="table__number">
                {money(line.subtotal)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <FactList
        className="sale__sums"
        facts={[
          order.discount > 0 && ['Subtotal', money(order.subtotal)],
          order.discount > 0 && [
            `Discount ${order.discountCode}`.trim(),
            `−${money(order.discount)}`,
          ],
          ['Total', money(order.total)],
          order.refunded > 0 && ['Refunded', `−${money(order.refunded)}`],
          order.refunded > 0 && ['Net', money(order.total - order.refunded)],
        ]}
      />
      {order.taxLine !== '' && <p className="sale__tax">{order.taxLine}</p>}
    </section>
  );
}
