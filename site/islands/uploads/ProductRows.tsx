import { useCallback, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { deleteProduct, listProducts, type Product } from '../products/product-calls.ts';
import { useAct } from '../use-act.tsx';
import { useLoaded } from '../use-loaded.ts';

/** The products with their first picture. @param onDeleted after a product was deleted */
export function ProductRows({ onDeleted }: { onDeleted(): void }) {
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Product | null>(null);
  const load = useCallback(
    (signal: AbortSignal) => listProducts({ state: 'all', search: '', page }, signal),
    [page],
  );
  const { loaded, reload } = useLoaded(load);
  const { act, dialog } = useAct(() => {
    reload();
    onDeleted();
  });

  return (
    <section aria-labelledby="uploads-products" aria-busy={loaded.state === 'loading'}>
      <h2 id="uploads-products">Products</h2>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading the products"
        summary={({ result }) => counted(result, 'product')}
        empty={null}
        ways={{ label: 'Pages of products', back: 'Back', on: 'On' }}
      >
        {({ products }) => <ProductTable products={products} onDelete={setAsked} />}
      </ListFrame>
      {asked && (
        <DeleteDialog
          title={`Delete ${asked.title}?`}
          onConfirm={() => void act(() => deleteProduct(asked._id))}
          onClose={() => setAsked(null)}
        >
          A product that was never sold is deleted for good. One that was sold is retired instead:
          it leaves the shop, and its buyers keep it.
        </DeleteDialog>
      )}
      {dialog}
    </section>
  );
}

interface TableProps {
  products: Product[];
  onDelete(product: Product): void;
}

function ProductTable({ products, onDelete }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="table-frame" tabIndex={0} aria-label="Table of products">
      <table className="table table--cards uploads__table">
        <thead>
          <tr>
            <th scope="col">Photo</th>
            <th scope="col">Product Id</th>
            <th scope="col">Product Name / Folder Location</th>
            <th scope="col">Created</th>
            <th scope="col" className="table__actions">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product._id}>
              <td className="uploads__photo">
                {product.images && (
                  <img src={product.images.url} alt="" loading="lazy" width={88} height={66} />
                )}
              </td>
              <td>
                <code className="uploads__id">{product.product_id}</code>
              </td>
              <th scope="row" className="uploads__name">
                <a href={`/admin/shop/edit_product/${encodeURIComponent(product._id)}`}>
                  {product.title}
                </a>
                <span className="label">{product.category}</span>
              </th>
              <td className="uploads__created">N/A</td>
              <td className="table__actions">
                <button
                  type="button"
                  className="button button--small button--danger"
                  onClick={() => onDelete(product)}
                >
                  Delete<span className="quiet"> {product.title}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
