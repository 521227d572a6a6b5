import { SALES_PATH } from '#contracts/shop-words.ts';
import { pluralize } from '../../format/pluralize.ts';
import { priceText } from '../../format/price.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useList } from '../ui/use-list.tsx';
import { Disputes } from './Disputes.tsx';
import { stateFilters } from './labels.ts';
import { OrderTable } from './OrderTable.tsx';
import { listOrders, type OrderList, type OrderQuery, saveOrders } from './sales-calls.ts';
import { UnmatchedPayments } from './UnmatchedPayments.tsx';

const spec = {
  defaults: { search: '', state: 'all', page: 1 } as OrderQuery,
  allowed: { state: stateFilters },
  load: listOrders,
};

/** All orders, with disputes and unmatched payments. */
export function Orders() {
  const list = useList(spec);
  const { query, value, act } = list;
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
            <UnmatchedPayments trouble={value.trouble} act={act} />
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
          <button
            type="button"
            className="button button--small"
            onClick={() => void act(() => saveOrders(query))}
          >
            Export as CSV
          </button>
        )
      }
      empty={<Empty query={query} />}
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

function Empty({ query: { search, state } }: { query: OrderQuery }) {
  if (search === '' && state === 'all') {
    return (
      <EmptyState title="No orders yet">
        Orders appear here as soon as the payment is confirmed.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Order not found">
      {search === ''
        ? 'No orders have this status.'
        : 'Search for an order number, a payment ID, or three letters of a name, email or title.'}
    </EmptyState>
  );
}
