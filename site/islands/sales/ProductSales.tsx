import type { SalesReport } from '#contracts/sales.ts';
import { ORDERS_PATH } from '#contracts/shop-words.ts';
import { priceText } from '../../format/price.ts';

/** Sales of each product, with a bar relative to the best one. */
export function ProductSales({ report: { products, currency } }: { report: SalesReport }) {
  const money = (sum: number) => priceText(sum, currency);
  const highestNet = Math.max(1, ...products.map(({ net }) => net));
  return (
    <section className="sales__products" aria-labelledby="by-product">
      <h2 id="by-product">By product</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="table-frame" tabIndex={0} aria-label="Sold products">
        <table className="table sales__table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col" className="table__number">
                Net
              </th>
              <th scope="col" className="table__number">
                Sold
              </th>
              <th scope="col" className="table__number">
                Paid
              </th>
              <th scope="col" className="table__number">
                Refunded
              </th>
              <th scope="col" className="table__number">
                Downloads
              </th>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <tr key={product._id}>
                <th scope="row" className="sales__product">
                  {product.there ? (
                    <a
                      href={`/admin/shop/edit_product/${encodeURIComponent(product._id)}`}
                      dir="auto"
                    >
                      {product.title}
                    </a>
                  ) : (
                    <span dir="auto">{product.title}</span>
                  )}
                  <svg className="sales__bar-of" aria-hidden="true">
                    <rect
                      width={`${(100 * Math.max(0, product.net)) / highestNet}%`}
                      height="100%"
                    />
                  </svg>
                </th>
                <td className="table__number">{money(product.net)}</td>
                <td className="table__number">
                  <a
                    href={`${ORDERS_PATH}?search=${encodeURIComponent(product.title.slice(0, 100))}`}
                  >
                    {product.sold}
                    <span className="quiet"> of {product.title}: their orders</span>
                  </a>
                </td>
                <td className="table__number">{money(product.paid)}</td>
                <td className="table__number">{money(product.refunded)}</td>
                <td className="table__number">{product.downloads}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
