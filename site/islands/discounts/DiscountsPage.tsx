import { pluralize } from '../../format/pluralize.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage, useList } from '../ui/ListPage.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { DiscountDialog } from './DiscountDialog.tsx';
import {
  type Discount,
  endDiscount,
  limitsLabel,
  listDiscounts,
  periodLabel,
  redemptionsLabel,
  type Show,
  stateChips,
} from './discount.ts';
import { Redemptions } from './Redemptions.tsx';

interface DiscountTableProps {
  discounts: Discount[];
  zone: string;
  onEdit(discount: Discount): void;
  onEnd(discount: Discount): void;
}

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

/** /admin/shop/discounts: all codes, or the uses of one with `?uses={id}`. */
export function DiscountsPage() {
  const id = new URLSearchParams(location.search).get('uses');
  return id === null ? <Discounts /> : <Redemptions id={id} />;
}

/** All discount codes. */
function Discounts() {
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

/** Discount codes with their discount, validity and number of uses. */
function DiscountTable({ discounts, zone, onEdit, onEnd }: DiscountTableProps) {
  return (
    <table className="table table--cards discounts__table">
      <TableHead
        columns={['Code', 'State', `Valid, in ${zone.replaceAll('_', ' ')}`, 'Uses']}
        actions={<span className="quiet">Actions</span>}
      />
      <tbody>
        {discounts.map((discount) => {
          const { _id, code, offer, state } = discount;
          const of = <span className="quiet"> {code}</span>;
          return (
            <tr key={_id}>
              <th scope="row">
                <code className="discounts__code">{code}</code>
                <span className="discounts__offer">{offer}</span>
                <span className="label discounts__limits">{limitsLabel(discount)}</span>
              </th>
              <td>
                <span className={stateChips[state].className}>{stateChips[state].name}</span>
              </td>
              <td>{periodLabel(discount)}</td>
              <td>
                <a href={`/admin/shop/discounts?uses=${encodeURIComponent(_id)}`}>
                  {redemptionsLabel(discount)}
                  {of}
                </a>
              </td>
              <td className="table__actions">
                <button
                  type="button"
                  className="button button--small"
                  onClick={() => onEdit(discount)}
                >
                  Edit{of}
                </button>{' '}
                {state !== 'ended' && (
                  <button
                    type="button"
                    className="button button--small button--danger"
                    onClick={() => onEnd(discount)}
                  >
                    End{of}
                  </button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
