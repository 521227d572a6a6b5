import { deleteProduct, listProducts, type Product } from '../../client/product-calls.ts';
import { pluralize } from '../../format/pluralize.ts';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useList } from '../ui/use-list.tsx';

const spec = {
  defaults: { page: 1 },
  prefix: 'product-',
  load: ({ page }: { page: number }, signal: AbortSignal) =>
    listProducts({ state: 'all', search: '', page }, signal),
};

/**
 * The products with their first image.
 * @param onDeleted called after a product was deleted
 */
export function ProductRows({ onDeleted }: { onDeleted(): void }) {
  const list = useList(spec);
  const askToDelete = ({ _id, title }: Product) =>
    list.open((onClose) => (
      <DeleteDialog
        title={`Delete ${title}?`}
        onConfirm={() => void list.act(() => deleteProduct(_id)).then(onDeleted)}
        onClose={onClose}
      >
        Products that were never sold are permanently deleted. Sold products are retired: they leave
        the shop, but buyers keep access.
      </DeleteDialog>
    ));
  return (
    <ListPage
      list={list}
      title="Products"
      heading="h2"
      loading="Loading the products"
      summary={({ result }) => pluralize(result, 'product')}
      empty={null}
      ways={{ label: 'Pages of products', back: 'Back', on: 'Next' }}
    >
      {({ products }) => <ProductTable products={products} onDelete={askToDelete} />}
    </ListPage>
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
