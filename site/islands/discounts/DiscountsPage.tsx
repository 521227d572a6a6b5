import { useMemo } from 'react';
import { adminOrderPath } from '#contracts/shop-messages.ts';
import { pluralize } from '../../format/pluralize.ts';
import { priceText } from '../../format/price.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { ListPage, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { ZonedTime } from '../ui/ZonedTime.tsx';
import { DiscountDialog } from './DiscountDialog.tsx';
import {
  type Discount,
  endDiscount,
  limitsLabel,
  listDiscounts,
  listRedemptions,
  periodLabel,
  redemptionsLabel,
  type Show,
  stateChips,
} from './discount.ts';

interface DiscountTableProps {
  discounts: Discount[];
  zone: string;
  onEdit(discount: Discount): void;
  onEnd(discount: Discount): void;
}

const filters: { value: Show; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'running', name: 'Running' },
  { value: 'scheduled', name: 'Scheduled' },
  { value: 'ended', name: 'Ended' },
];

const spec = {
  defaults: { show: 'all' as Show, page: 1 },
  allowed: { show: filters },
  load: listDiscounts,
};

/** /admin/shop/discounts: all codes, or the redemptions of one with `?redemptions={id}`. */
export function DiscountsPage() {
  const id = new URLSearchParams(location.search).get('redemptions');
  return id === null ? <Discounts /> : <Redemptions id={id} />;
}

/** All discount codes. */
function Discounts() {
  const list = useList(spec);
  const { query, value, runAction, open } = list;
  const edit = (discount: Discount | null) =>
    value &&
    open((onClose) => (
      <DiscountDialog
        discount={discount}
        currency={value.currency}
        zone={value.zone}
        runAction={runAction}
        onClose={onClose}
      />
    ));
  const confirmEnd = ({ _id, code }: Discount) =>
    open((onClose) => (
      <ConfirmDialog
        title={`End ${code}?`}
        confirm="End now"
        decline="Keep active"
        variant="danger"
        onConfirm={() => runAction(() => endDiscount(_id))}
        onClose={onClose}
      >
        The code can no longer be used for new payments. Payments in progress keep the discount.
      </ConfirmDialog>
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
        <DiscountTable discounts={discounts} zone={zone} onEdit={edit} onEnd={confirmEnd} />
      )}
    </ListPage>
  );
}

/** Discount codes with their discount, validity and number of redemptions. */
function DiscountTable({ discounts, zone, onEdit, onEnd }: DiscountTableProps) {
  return (
    <table className="table table--cards discounts__table">
      <TableHead
        columns={['Code', 'State', `Valid, in ${zone.replaceAll('_', ' ')}`, 'Redemptions']}
        actions={<span className="visually-hidden">Actions</span>}
      />
      <tbody>
        {discounts.map((discount) => {
          const { _id, code, label, state } = discount;
          return (
            <tr key={_id}>
              <th scope="row">
                <code className="discounts__code">{code}</code>
                <span className="discounts__label">{label}</span>
                <span className="label discounts__limits">{limitsLabel(discount)}</span>
              </th>
              <td>
                <span className={stateChips[state].className}>{stateChips[state].name}</span>
              </td>
              <td>{periodLabel(discount)}</td>
              <td>
                <a href={`/admin/shop/discounts?redemptions=${encodeURIComponent(_id)}`}>
                  {redemptionsLabel(discount)}
                  <span className="visually-hidden"> {code}</span>
                </a>
              </td>
              <td className="table__actions">
                <SmallButton label="Edit" of={code} onClick={() => onEdit(discount)} />{' '}
                {state !== 'ended' && (
                  <SmallButton
                    variant="danger"
                    label="End"
                    of={code}
                    onClick={() => onEnd(discount)}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Orders with one code. */
function Redemptions({ id }: { id: string }) {
  const spec = useMemo(
    () => ({
      defaults: { page: 1 },
      load: ({ page }: { page: number }, signal: AbortSignal) => listRedemptions(id, page, signal),
    }),
    [id],
  );
  const list = useList(spec);
  const discount = list.value?.discount ?? null;
  return (
    <ListPage
      list={list}
      title={discount ? `Redemptions of ${discount.code}` : 'Redemptions of a code'}
      actions={
        <a className="button" href="/admin/shop/discounts">
          All codes
        </a>
      }
      above={discount && <Facts discount={discount} />}
      loading="Loading redemptions"
      summary={({ result }) => pluralize(result, 'order')}
      empty={
        <EmptyState title="No redemptions yet">Orders that use this code appear here.</EmptyState>
      }
    >
      {({ redemptions }) => (
        <table className="table table--cards discounts__redemptions">
          <TableHead columns={['Order', 'Buyer', 'Date', 'Discount', 'Paid']} />
          <tbody>
            {redemptions.map((redemption) => (
              <tr key={redemption.order}>
                <th scope="row">
                  <a href={adminOrderPath(redemption.order)}>Order {redemption.number}</a>
                </th>
                <td>{redemption.buyer}</td>
                <td>
                  <ZonedTime iso={redemption.createdAt} />
                </td>
                <td>{priceText(redemption.discount, redemption.currency)} off</td>
                <td>{priceText(redemption.total, redemption.currency)} paid</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ListPage>
  );
}

function Facts({ discount }: { discount: Discount }) {
  const { name, className } = stateChips[discount.state];
  const facts = [
    discount.label,
    limitsLabel(discount),
    periodLabel(discount),
    redemptionsLabel(discount),
  ];
  return (
    <p className="discounts__facts">
      <span className={className}>{name}</span> {facts.join('. ')}.
    </p>
  );
}
