import { useCallback, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { AskDialog } from '../AskDialog.tsx';
import { Choices } from '../Choices.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { useAct } from '../use-act.tsx';
import { knownOf, useLoaded } from '../use-loaded.ts';
import { DiscountDialog } from './DiscountDialog.tsx';
import { DiscountTable } from './DiscountTable.tsx';
import { type Discount, endDiscount, listDiscounts, type Show } from './discount-calls.ts';

const filters = [
  { value: 'all', name: 'All' },
  { value: 'running', name: 'Running' },
  { value: 'planned', name: 'Planned' },
  { value: 'ended', name: 'Ended' },
] as const satisfies { value: Show; name: string }[];

/** Every code that was ever made. */
export function Discounts() {
  const [query, setQuery] = useState<{ show: Show; page: number }>({ show: 'all', page: 1 });
  const [edited, setEdited] = useState<Discount | 'new' | null>(null);
  const [asked, setAsked] = useState<Discount | null>(null);
  const load = useCallback((signal: AbortSignal) => listDiscounts(query, signal), [query]);
  const { loaded, reload } = useLoaded(load);
  const { act, dialog } = useAct(reload);
  const onPage = useCallback((page: number) => setQuery((now) => ({ ...now, page })), []);
  const list = knownOf(loaded);

  return (
    <section aria-labelledby="discounts-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title products__title">
        <h1 id="discounts-title">Discount codes</h1>
        <div className="product-form__buttons">
          <button
            type="button"
            className="button button--main"
            aria-disabled={list === null || undefined}
            onClick={() => list && setEdited('new')}
          >
            Create code
          </button>
          <a className="button" href="/admin/shop/products">
            Products
          </a>
        </div>
      </div>
      <div className="inbox__filters">
        <Choices
          name="show"
          choices={filters}
          chosen={query.show}
          onChoose={(show) => setQuery({ show, page: 1 })}
        />
      </div>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={query.page}
        onPage={onPage}
        loading="Loading the codes"
        summary={({ result }) => counted(result, 'code')}
        empty={
          <EmptyState title={query.show === 'all' ? 'No codes yet' : 'None of these'}>
            Members type a code in their bag and pay less. What you create stands here for good,
            with the orders that were made with it.
          </EmptyState>
        }
      >
        {({ discounts, zone }) => (
          <DiscountTable discounts={discounts} zone={zone} onEdit={setEdited} onEnd={setAsked} />
        )}
      </ListFrame>
      {edited && list && (
        <DiscountDialog
          discount={edited === 'new' ? null : edited}
          currency={list.currency}
          zone={list.zone}
          act={act}
          onClose={() => setEdited(null)}
        />
      )}
      {asked && (
        <AskDialog
          title={`End ${asked.code}?`}
          confirm="End it now"
          decline="Let it run"
          look="danger"
          onConfirm={() => void act(() => endDiscount(asked._id))}
          onClose={() => setAsked(null)}
        >
          Nobody can begin to pay with it any more. Who has begun pays what they were shown.
        </AskDialog>
      )}
      {dialog}
    </section>
  );
}
