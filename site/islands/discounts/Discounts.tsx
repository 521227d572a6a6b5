import { pluralize } from '../../format/pluralize.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useList } from '../ui/use-list.tsx';
import { DiscountDialog } from './DiscountDialog.tsx';
import { DiscountTable } from './DiscountTable.tsx';
import { type Discount, endDiscount, listDiscounts, type Show } from './discount-calls.ts';

const filters: { value: Show; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'running', name: 'Running' },
  { value: 'planned', name: 'Scheduled' },
  { value: 'ended', name: 'Ended' },
];
const spec = {
  defaults: { show: 'all' as Show, page: 1 },
  allowed: { show: filters },
  load: listDiscounts,
};

/** All discount codes. */
export function Discounts() {
  const list = useList(spec);
  const { query, value, act, open } = list;
  const edit = (discount: Discount | null) =>
    value &&
    open((onClose) => (
      <DiscountDialog
        discount={discount}
        currency={value.currency}
        zone={value.zone}
        act={act}
        onClose={onClose}
      />
    ));
  const askToEnd = ({ _id, code }: Discount) =>
    open((onClose) => (
      <AskDialog
        title={`End ${code}?`}
        confirm="End now"
        decline="Keep active"
        variant="danger"
        onConfirm={() => void act(() => endDiscount(_id))}
        onClose={onClose}
      >
        The code can no longer be used for new payments. Payments in progress keep the discount.
      </AskDialog>
    ));
  return (
    <ListPage
      list={list}
      title="Discount codes"
      actions={
        <>
          <button
            type="button"
            className="button button--main"
            aria-disabled={value === null || undefined}
            onClick={() => edit(null)}
          >
            Create code
          </button>
          <a className="button" href="/admin/shop/products">
            Products
          </a>
        </>
      }
      filter={{ name: 'show', options: filters }}
      loading="Loading the codes"
      summary={({ result }) => pluralize(result, 'code')}
      empty={
        <EmptyState title={query.show === 'all' ? 'No codes yet' : 'No codes with this status'}>
          Members enter a code in their cart to get a discount. Codes you create stay listed here
          with their orders.
        </EmptyState>
      }
    >
      {({ discounts, zone }) => (
        <DiscountTable discounts={discounts} zone={zone} onEdit={edit} onEnd={askToEnd} />
      )}
    </ListPage>
  );
}
