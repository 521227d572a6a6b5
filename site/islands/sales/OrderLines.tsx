import { priceText } from '../../format/price.ts';
import { FactList } from '../ui/FactList.tsx';
import type { AdminOrder } from './sales-calls.ts';

/** Products of an order at the time of purchase, and its totals. */
export function OrderLines({ order }: { order: AdminOrder }) {
  const money = (price: number) => priceText(price, order.currency);
  const sums: [string, string][] = [
    ...(order.discount > 0
      ? ([
          ['Subtotal', money(order.subtotal)],
          [`Discount ${order.discountCode}`.trim(), `−${money(order.discount)}`],
        ] as [string, string][])
      : []),
    ['Total', money(order.total)],
    ...(order.refunded > 0
      ? ([
          ['Refunded', `−${money(order.refunded)}`],
          ['Net', money(order.total - order.refunded)],
        ] as [string, string][])
      : []),
  ];
  return (
    <section aria-labelledby="lines-title">
      <h2 id="lines-title">Products</h2>
      <table className="table table--cards sale__products">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Quantity</th>
            <th scope="col">Price</th>
            <th scope="col" className="table__number">
              Subtotal
            </th>
          </tr>
        </thead>
        <tbody>
          {order.cart.map((line) => (
            <tr key={line._id}>
              <th scope="row">
                <a href={`/admin/shop/edit_product/${encodeURIComponent(line._id)}`} dir="auto">
                  {line.title}
                </a>
                {line.files.length > 0 && (
                  <span className="label sale__files">
                    {line.files.map(({ name, version }) => `${name} ${version}`).join(', ')}
                  </span>
                )}
                {line.givenBack && (
                  <span className="label sale__files">Refunded: no longer in the library.</span>
                )}
              </th>
              <td data-label="Quantity">{line.quantity}</td>
              <td data-label="Price">{money(line.price)}</td>
              <td data-label="Subtotal" className="table__number">
                {money(line.subtotal)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <FactList className="sale__sums" facts={sums} />
      {order.taxLine !== '' && <p className="sale__tax">{order.taxLine}</p>}
    </section>
  );
}
