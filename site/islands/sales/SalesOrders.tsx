import { useState } from 'react';
import { adminOrderPath, SALES_PATH } from '#contracts/shop-messages.ts';
import { pluralize } from '../../format/pluralize.ts';
import { priceText } from '../../format/price.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { ListPage, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import type { RunAction } from '../ui/use-action.tsx';
import { ZonedTime } from '../ui/ZonedTime.tsx';
import { Disputes } from './Disputes.tsx';
import { stateChips, stateFilters } from './labels.ts';
import {
  dismissPayment,
  type ListedOrder,
  listOrders,
  type OrderList,
  type OrderQuery,
  saveOrders,
} from './sales-api.ts';

interface UnmatchedPaymentsProps extends Pick<OrderList, 'unmatchedPayments'> {
  runAction: RunAction;
}

const spec = {
  defaults: { search: '', state: 'all', page: 1 } as OrderQuery,
  allowed: { state: stateFilters },
  load: listOrders,
};

/** All orders, with disputes and unmatched payments. */
export function SalesOrders() {
  const list = useList(spec);
  const { query, value, runAction } = list;
  return (
    <ListPage
      list={list}
      title="Orders"
      actions={
        <a className="button" href={SALES_PATH}>
          Sales
        </a>
      }
      above={
        value && (
          <>
            <UnmatchedPayments unmatchedPayments={value.unmatchedPayments} runAction={runAction} />
            <Disputes disputes={value.disputes} />
          </>
        )
      }
      filter={{ name: 'state', options: stateFilters }}
      search={{ placeholder: 'Number, payment, buyer, title', maxLength: 100 }}
      loading="Loading the orders"
      summary={summaryOf}
      beside={
        value !== null &&
        value.result > 0 && (
          <SmallButton label="Export as CSV" onPress={() => runAction(() => saveOrders(query))} />
        )
      }
      empty={<NoOrders query={query} />}
    >
      {({ payments }) => <OrderTable orders={payments} />}
    </ListPage>
  );
}

function summaryOf({ result, totals }: OrderList): string {
  const sums = totals.map(
    ({ currency, total, refunded }) => `${priceText(total - refunded, currency)} in total`,
  );
  return [pluralize(result, 'order'), ...sums].join(', ');
}

function NoOrders({ query: { search, state } }: { query: OrderQuery }) {
  if (search === '' && state === 'all') {
    return (
      <EmptyState title="No orders yet">
        Orders appear here as soon as the payment is confirmed.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No matching orders">
      {search === ''
        ? 'No orders have this status.'
        : 'Search for an order number, a payment ID, or three letters of a name, email or title.'}
    </EmptyState>
  );
}

/** Orders of a page, with links to their details. */
function OrderTable({ orders }: { orders: ListedOrder[] }) {
  return (
    <table className="table table--cards sales__orders">
      <TableHead columns={['Order', 'Buyer', 'Products', 'State', 'Total']} numbers={1} />
      <tbody>
        {orders.map((order) => (
          <Row key={order._id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ order }: { order: ListedOrder }) {
  const { buyer, cart, currency, total, refunded } = order;
  const chip = stateChips[order.status];
  return (
    <tr>
      <th scope="row">
        <a href={adminOrderPath(order._id)}>Order {order.number}</a>
        <span className="label sales__when">
          <ZonedTime iso={order.createdAt} />
        </span>
      </th>
      <td className="sales__buyer">
        {buyer.name === '' && buyer.email === '' ? (
          <span className="label">Buyer details removed</span>
        ) : (
          <>
            <span dir="auto">{buyer.name}</span>
            <span className="label">{buyer.email}</span>
          </>
        )}
      </td>
      <td className="sales__titles" dir="auto">
        {cart
          .map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title))
          .join(', ')}
      </td>
      <td className="sales__states">
        <span className={chip.className}>{chip.name}</span>
        {order.disputes > 0 && <span className="chip chip--deleted">Disputed</span>}
      </td>
      <td className="table__number">
        {total === 0 ? 'Free' : priceText(total, currency)}
        {refunded > 0 && (
          <span className="label sales__back">−{priceText(refunded, currency)}</span>
        )}
      </td>
    </tr>
  );
}

/** Payments that match no order, which the owner resolves with the provider. */
function UnmatchedPayments({ unmatchedPayments, runAction }: UnmatchedPaymentsProps) {
  const [paymentToDismiss, setPaymentToDismiss] = useState<string | null>(null);
  if (unmatchedPayments.length === 0) return null;
  return (
    <section className="banner banner--warning" aria-labelledby="unmatched-title">
      <h2 id="unmatched-title" className="sales__unmatched-title">
        Unmatched payments
      </h2>
      <p>No order was created. Please resolve it with the payment provider.</p>
      <ul className="sales__unmatched-list">
        {unmatchedPayments.map(({ paymentID, reason, createdAt }) => (
          <li key={paymentID}>
            <code>{paymentID}</code>: {reason} <ZonedTime iso={createdAt} />{' '}
            <SmallButton
              label="Dismiss"
              of={paymentID}
              onClick={() => setPaymentToDismiss(paymentID)}
            />
          </li>
        ))}
      </ul>
      {paymentToDismiss !== null && (
        <ConfirmDialog
          title="Dismiss this payment?"
          confirm="Dismiss"
          onConfirm={() => runAction(() => dismissPayment(paymentToDismiss))}
          onClose={() => setPaymentToDismiss(null)}
        >
          Payment {paymentToDismiss} will no longer be shown here. This does not refund the payment:
          please refund it or resolve it with the buyer at the payment provider.
        </ConfirmDialog>
      )}
    </section>
  );
}
