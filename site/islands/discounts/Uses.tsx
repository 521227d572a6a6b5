import { useCallback, useState } from 'react';
import { adminOrderPath } from '#contracts/shop-words.ts';
import { counted } from '../../lib/format.ts';
import { priceText } from '../../lib/shop/price.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { UtcTime } from '../UtcTime.tsx';
import { knownOf, useLoaded } from '../use-loaded.ts';
import { listUses } from './discount-calls.ts';
import { limitWords, stateChips, usesWords, windowWords } from './words.ts';

/** The orders that were made with one code. */
export function Uses({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const load = useCallback((signal: AbortSignal) => listUses(id, page, signal), [id, page]);
  const { loaded, reload } = useLoaded(load);
  const discount = knownOf(loaded)?.discount ?? null;
  const facts = discount && [
    discount.offer,
    limitWords(discount),
    windowWords(discount),
    usesWords(discount),
  ];
  return (
    <section aria-labelledby="uses-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title products__title">
        <h1 id="uses-title">{discount ? `Uses of ${discount.code}` : 'Uses of a code'}</h1>
        <a className="button" href="/admin/shop/discounts">
          All codes
        </a>
      </div>
      {discount && (
        <p className="discounts__facts">
          <span className={stateChips[discount.state].className}>
            {stateChips[discount.state].name}
          </span>{' '}
          {facts?.join('. ')}.
        </p>
      )}
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading the uses"
        summary={({ result }) => counted(result, 'order')}
        empty={
          <EmptyState title="Not used yet">
            Each order that is made with this code stands here.
          </EmptyState>
        }
      >
        {({ uses }) => (
          <table className="table table--cards discounts__uses">
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Buyer</th>
                <th scope="col">Date</th>
                <th scope="col">Taken off</th>
                <th scope="col">Paid</th>
              </tr>
            </thead>
            <tbody>
              {uses.map((use) => (
                <tr key={use.order}>
                  <th scope="row">
                    <a href={adminOrderPath(use.order)}>Order {use.number}</a>
                  </th>
                  <td>{use.buyer}</td>
                  <td>
                    <UtcTime iso={use.createdAt} />
                  </td>
                  <td>{priceText(use.discount, use.currency)} off</td>
                  <td>{priceText(use.total, use.currency)} paid</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </ListFrame>
    </section>
  );
}
