import { adminOrderPath } from '#contracts/shop-words.ts';
import { priceText } from '../../format/price.ts';
import { UtcTime } from '../ui/UtcTime.tsx';
import { stateChips } from './labels.ts';
import type { ListedOrder } from './sales-calls.ts';

/** Orders of a page, with links to their details. */
export function OrderTable({ orders }: { orders: ListedOrder[] }) {
  return (
    <table className="table table--cards sales__orders">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Buyer</th>
          <th scope="col">Products</th>
          <th scope="col">State</th>
          <th scope="col" className="table__number">
            Total
          </th>
        </tr>
      </thead>
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
          <UtcTime iso={order.createdAt} />
        </span>
      </th>
      <td className="sales__buyer">
        {buyer.name === '' && buyer.email === '' ? (
          <span className="label">forgotten</span>
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
