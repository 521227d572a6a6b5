import { useMemo } from 'react';
import { adminOrderPath } from '#contracts/shop-words.ts';
import { pluralize } from '../../format/pluralize.ts';
import { priceText } from '../../format/price.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage, useList } from '../ui/ListPage.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { UtcTime } from '../ui/UtcTime.tsx';
import {
  type Discount,
  limitsLabel,
  listRedemptions,
  periodLabel,
  redemptionsLabel,
  stateChips,
} from './discount.ts';

/** Orders that used one code. */
export function Redemptions({ id }: { id: string }) {
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
      {({ uses }) => (
        <table className="table table--cards discounts__uses">
          <TableHead columns={['Order', 'Buyer', 'Date', 'Discount', 'Paid']} />
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
    </ListPage>
  );
}

function Facts({ discount }: { discount: Discount }) {
  const { name, className } = stateChips[discount.state];
  const facts = [
    discount.offer,
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
