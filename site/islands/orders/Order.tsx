import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { OrderResponse } from '#contracts/order.ts';
import { HISTORY_PATH, LIBRARY_PATH } from '#contracts/shop-messages.ts';
import { callApi } from '../../client/api-client.ts';
import { restoreRequestedPath } from '../../client/requested-path.ts';
import { priceText } from '../../format/price.ts';
import { FactList } from '../ui/FactList.tsx';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { ProductThumbnail } from '../ui/ProductThumbnail.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { ZonedTime } from '../ui/ZonedTime.tsx';

restoreRequestedPath();

const LOADING = 'Loading your order';
/** Side of a product's image, CSS pixels. */
const IMAGE_SIDE = 64;

/** One order of the member, identified by the URL. */
export function Order() {
  return (
    <div className="own-page order">
      <MembersOnly loading={LOADING}>{() => <OrderOfUrl />}</MembersOnly>
    </div>
  );
}

function OrderOfUrl() {
  const [id] = useState(() => location.pathname.split('/').pop() ?? '');
  const load = useCallback(
    (signal: AbortSignal) =>
      callApi<{ order: OrderResponse }>('GET', `/api/user/history/${id}`, { signal }),
    [id],
  );
  const { loaded, reload } = useFetch(load);
  if (loaded.state === 'loading') return <ListSkeleton label={LOADING} />;
  if (loaded.state === 'ready') return <Receipt order={loaded.value.order} />;
  if (loaded.code !== 'NOT_FOUND') return <LoadFailed reason={loaded.reason} onRetry={reload} />;
  return (
    <>
      <div className="page-title">
        <h1>Order not found</h1>
      </div>
      <p>
        Order not found. <a href={HISTORY_PATH}>All your orders</a>
      </p>
    </>
  );
}

/** An order with its receipt, for screen and print. */
function Receipt({ order }: { order: OrderResponse }) {
  const { number, createdAt } = order;
  useEffect(() => {
    document.title = document.title.replace('Your order', `Order ${number}`);
  }, [number]);
  return (
    <>
      <div className="page-title">
        <h1>Order {number}</h1>
        <p>
          <ZonedTime iso={createdAt} />
        </p>
      </div>
      <p className="order__actions">
        <a className="button button--main" href={LIBRARY_PATH}>
          Download in your library
        </a>
        <button type="button" className="button" onClick={() => window.print()}>
          Print the receipt
        </button>
        <a className="button" href={HISTORY_PATH}>
          All your orders
        </a>
      </p>
      <FactList
        className="order__facts"
        facts={[
          ['Sold by', <Lines>{order.seller}</Lines>],
          ['Bought by', <Lines>{`${order.buyer.name}\n${order.buyer.email}`}</Lines>],
          ['Payment ID', order.paymentID],
          order.provider === 'demo' && [
            'Paid',
            'Paid with the demo provider; no money was charged.',
          ],
        ]}
      />
      <Recipient address={order.address} />
      <Products order={order} />
      <Refunds order={order} />
      <details className="order__terms">
        <summary>Accepted terms</summary>
        <p>
          On <ZonedTime iso={order.consentedAt} />, together with immediate delivery:
        </p>
        <p className="order__lines">{order.terms}</p>
      </details>
    </>
  );
}

const Lines = ({ children }: { children: string }) => (
  <span className="order__lines">{children}</span>
);

interface TableProps {
  caption: string;
  head: string[];
  children: ReactNode;
}

function Table({ caption, head, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reached by keyboard
    <section className="table-frame" tabIndex={0} aria-label={caption}>
      <table className="table table--cards order__table">
        <caption>{caption}</caption>
        <TableHead columns={head} />
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function Recipient({ address }: { address: OrderResponse['address'] }) {
  const columns = [
    ['Name', address.recipient_name],
    ['Address', address.line1],
    ['Postal code', address.postal_code],
    ['City', address.city],
    ['Country', address.country_code],
  ] as const;
  const filledColumns = columns.filter(([, value]) => value !== '');
  return (
    <Table caption="Recipient" head={filledColumns.map(([name]) => name)}>
      <tr>
        {filledColumns.map(([name, value]) => (
          <td key={name} data-label={name}>
            {value}
          </td>
        ))}
      </tr>
    </Table>
  );
}

function Products({ order }: { order: OrderResponse }) {
  const money = (price: number) => priceText(price, order.currency);
  return (
    <div>
      <Table caption="Products" head={['Image', 'Title', 'Quantity', 'Price', 'Subtotal']}>
        {order.cart.map((line) => {
          const versions = line.files.map(({ name, version }) => `${name} ${version}`).join(', ');
          return (
            <tr key={line._id}>
              <td>
                <ProductThumbnail product={line} side={IMAGE_SIDE} />
              </td>
              <th scope="row">
                {line.title}
                {versions && <span className="order__files">{versions}</span>}
                {line.accessRevoked && (
                  <span className="order__files">Refunded: no longer in your library.</span>
                )}
              </th>
              <td data-label="Quantity">{line.quantity}</td>
              <td data-label="Price">{money(line.price)}</td>
              <td data-label="Subtotal">{money(line.subtotal)}</td>
            </tr>
          );
        })}
      </Table>
      <FactList
        className="cart__sums order__sums"
        facts={[
          order.discount > 0 && ['Subtotal', money(order.subtotal)],
          order.discount > 0 && [`Discount ${order.discountCode}`, `−${money(order.discount)}`],
          ['Total', money(order.total)],
        ]}
      />
      {order.taxLine !== '' && <p className="order__tax">{order.taxLine}</p>}
    </div>
  );
}

function Refunds({ order }: { order: OrderResponse }) {
  const refunds = order.refunds.filter(({ state }) => state !== 'failed');
  if (refunds.length === 0) return null;
  return (
    <Table caption="Refunds" head={['Date', 'Status', 'Reason', 'Amount']}>
      {refunds.map((refund) => (
        <tr key={refund.createdAt}>
          <td data-label="Date">
            <ZonedTime iso={refund.createdAt} />
          </td>
          <td data-label="Status">{refund.state === 'done' ? 'Refunded' : 'On its way'}</td>
          <td data-label="Reason">{refund.reason}</td>
          <td data-label="Amount">{priceText(refund.amount, order.currency)}</td>
        </tr>
      ))}
    </Table>
  );
}
