import { type ReactNode, useCallback } from 'react';
import type { z } from 'zod';
import type { OrderHistory, OrderResponse, orderListResponse } from '#contracts/order.ts';
import { orderPath } from '#contracts/shop-messages.ts';
import { callApi } from '../../client/api-client.ts';
import { pluralize } from '../../format/pluralize.ts';
import { priceText } from '../../format/price.ts';
import { FactList } from '../ui/FactList.tsx';
import { EmptyState, ListSkeleton } from '../ui/ListStates.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { joinParts, ShowMore, useMore } from '../ui/ShowMore.tsx';
import { ZonedTime } from '../ui/ZonedTime.tsx';

/** Source of the list: loads a page, and the sentence above the list. */
interface Source {
  load(page: number, signal: AbortSignal): Promise<OrderHistory>;
  summary(count: number): string;
}

const ROLE_ADMIN = 1;
const LOADING = 'Loading your orders';

const ofMember: Source = {
  load: (page, signal) => callApi('GET', `/api/user/history?page=${page}`, { signal }),
  summary: (count) => `You have ${pluralize(count, 'previous order')}`,
};

/** Admins see the payments of all buyers. */
const ofAllBuyers: Source = {
  async load(number, signal) {
    const { payments, result, page, pages } = await callApi<z.infer<typeof orderListResponse>>(
      'GET',
      `/api/payment?page=${number}`,
      { signal },
    );
    return { result: payments, orders: result, underway: [], page, pages };
  },
  summary: (count) => `${pluralize(count, 'payment')} by all buyers`,
};

/** Orders of the member, newest first. */
export function Orders() {
  return (
    <MembersOnly loading={LOADING}>
      {({ role }) => <OrderList source={role === ROLE_ADMIN ? ofAllBuyers : ofMember} />}
    </MembersOnly>
  );
}

function OrderList({ source }: { source: Source }) {
  const load = useCallback(
    async (list: OrderHistory | null, signal: AbortSignal) => {
      const next = await source.load((list?.page ?? 0) + 1, signal);
      return { ...next, result: joinParts(list?.result ?? [], next.result) };
    },
    [source],
  );
  const more = useMore(load);
  const { list: shown, loaded, listElement } = more;

  return (
    <>
      <p className="label" role="status">
        {shown && source.summary(shown.orders)}
      </p>
      {!shown && loaded.state === 'loading' && <ListSkeleton label={LOADING} />}
      {shown && shown.underway.length > 0 && (
        <div className="orders__underway">
          {shown.underway.map(({ paymentID, titles, total, currency }) => (
            <p key={paymentID} className="banner">
              <strong>On its way: </strong>
              {priceText(total, currency)} for {titles.join(', ')}. Waiting for payment
              confirmation; the order will appear automatically.
            </p>
          ))}
        </div>
      )}
      {shown?.orders === 0 && (
        <EmptyState title="No orders yet">
          Your orders and receipts appear here after your first purchase.{' '}
          <a href="/shop">Go to the shop</a>
        </EmptyState>
      )}
      {shown && shown.orders > 0 && (
        <ol className="orders__list" ref={listElement}>
          {shown.result.map((order) => (
            <ListedOrder key={order._id} order={order} />
          ))}
        </ol>
      )}
      <ShowMore more={more} hasMore={shown !== null && shown.page < shown.pages} />
    </>
  );
}

const statusLabels: Record<OrderResponse['status'], string> = {
  paid: 'Paid',
  'partly-refunded': 'Partly refunded',
  refunded: 'Refunded',
};

function ListedOrder({ order }: { order: OrderResponse }) {
  const facts: [name: string, value: ReactNode][] = [
    ['Payment ID', order.paymentID],
    ['Date of purchase', <ZonedTime iso={order.createdAt} />],
    ['Total', priceText(order.total, order.currency)],
  ];
  if (order.status !== 'paid') facts.push(['Status', statusLabels[order.status]]);
  return (
    <li className="own-page__item orders__one">
      <h2>{order.cart.map(({ title }) => title).join(', ')}</h2>
      <FactList className="orders__facts" facts={facts} />
      <a className="button button--small" href={orderPath(order._id)}>
        View<span className="visually-hidden"> order {order.number}</span>
      </a>
    </li>
  );
}
