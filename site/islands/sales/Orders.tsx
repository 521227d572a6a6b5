import { useCallback, useEffect, useState } from 'react';
import { orderStates } from '#contracts/order-states.ts';
import { SALES_PATH } from '#contracts/shop-words.ts';
import { counted } from '../../lib/format.ts';
import { priceText } from '../../lib/shop/price.ts';
import { Choices } from '../Choices.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { useAct } from '../use-act.tsx';
import { useAddress } from '../use-address.ts';
import { knownOf, useLoaded } from '../use-loaded.ts';
import { useSettled } from '../use-settled.ts';
import { Disputes } from './Disputes.tsx';
import { OrderTable } from './OrderTable.tsx';
import { listOrders, type OrderList, type OrderQuery, saveOrders } from './sales-calls.ts';
import { Trouble } from './Trouble.tsx';
import { stateFilters } from './words.ts';

const words = {
  read(address: URLSearchParams): OrderQuery {
    const state = orderStates.find((one) => one === address.get('state'));
    const page = Number(address.get('page'));
    return {
      search: address.get('search') ?? '',
      state: state ?? 'all',
      page: Number.isInteger(page) && page > 0 ? page : 1,
    };
  },
  write: ({ search, state, page }: OrderQuery): Record<string, string> => ({
    ...(search !== '' && { search }),
    ...(state !== 'all' && { state }),
    ...(page > 1 && { page: String(page) }),
  }),
};

/** Every order, and what is not settled about payments. */
export function Orders() {
  const { asked, ask, returned } = useAddress(words);
  const [typed, setTyped] = useState(asked.search);
  const load = useCallback((signal: AbortSignal) => listOrders(asked, signal), [asked]);
  const { loaded, reload } = useLoaded(load);
  const { act, dialog } = useAct(reload);
  const settled = useSettled(typed.trim());
  const onPage = useCallback((page: number) => ask({ ...asked, page }), [ask, asked]);
  const list = knownOf(loaded);

  useEffect(() => {
    if (settled !== asked.search) ask({ ...asked, search: settled, page: 1 }, 'replace');
    // What was typed decides, and not what somebody goes back to.
  }, [settled]);
  useEffect(() => {
    if (returned > 0) setTyped(asked.search);
  }, [returned]);

  return (
    <section aria-labelledby="orders-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title sales__title">
        <h1 id="orders-title">Orders</h1>
        <a className="button" href={SALES_PATH}>
          Sales
        </a>
      </div>
      {list && <Trouble trouble={list.trouble} act={act} />}
      {list && <Disputes disputes={list.disputes} />}
      <div className="inbox__filters sales__bar">
        <Choices
          name="state"
          choices={stateFilters}
          chosen={asked.state}
          onChoose={(state) => ask({ ...asked, state, page: 1 })}
        />
        <search className="sales__search">
          <label className="field">
            <span className="field__label">Search</span>
            <input
              type="search"
              name="search"
              value={typed}
              maxLength={100}
              placeholder="Number, payment, buyer, title"
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
        </search>
      </div>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={asked.page}
        onPage={onPage}
        loading="Loading the orders"
        summary={summaryOf}
        beside={{
          className: 'sales__found',
          content: list !== null && list.result > 0 && (
            <button
              type="button"
              className="button button--small"
              onClick={() => void act(() => saveOrders(asked).then(() => undefined))}
            >
              Export as CSV
            </button>
          ),
        }}
        empty={<Empty asked={asked} />}
      >
        {({ payments }) => <OrderTable orders={payments} />}
      </ListFrame>
      {dialog}
    </section>
  );
}

function summaryOf({ result, totals }: OrderList): string {
  const sums = totals.map(
    ({ currency, total, refunded }) => `${priceText(total - refunded, currency)} in all`,
  );
  return [counted(result, 'order'), ...sums].join(', ');
}

function Empty({ asked: { search, state } }: { asked: OrderQuery }) {
  if (search === '' && state === 'all') {
    return (
      <EmptyState title="Nothing was bought yet">
        Each order stands here a moment after its money has arrived.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No such order">
      {search === ''
        ? 'No order is in this state.'
        : 'Look for a number, a payment ID, or three letters of a name, an e-mail or a title.'}
    </EmptyState>
  );
}
