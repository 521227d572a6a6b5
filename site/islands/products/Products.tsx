import {
  deleteProduct,
  listProducts,
  type Product,
  type ProductQuery,
} from '../../client/product-api.ts';
import { pluralize } from '../../format/pluralize.ts';
import { productPrice } from '../../format/price.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { ListPage, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { stateChips } from './product-form.ts';

const filters: { value: ProductQuery['state']; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'live', name: 'For sale' },
  { value: 'draft', name: 'Drafts' },
  { value: 'retired', name: 'Retired' },
];
const spec = {
  defaults: { state: 'all', search: '', page: 1 } as ProductQuery,
  allowed: { state: filters },
  load: listProducts,
};

/** All products, including drafts and retired ones. */
export function Products() {
  const list = useList(spec);
  const confirmDelete = ({ _id, title }: Product) =>
    list.open((onClose) => (
      <DeleteDialog
        title={`Delete ${title}?`}
        onClose={onClose}
        onConfirm={() => list.runAction(() => deleteProduct(_id))}
      >
        Products that were never sold are permanently deleted. Sold products are retired: they leave
        the shop, but buyers keep access.
      </DeleteDialog>
    ));
  return (
    <ListPage
      list={list}
      title="Products"
      actions={
        <>
          <a className="button button--main" href="/admin/shop/create_product">
            Create product
          </a>
          <a className="button" href="/admin/shop/categories">
            Categories
          </a>
        </>
      }
      filter={{ name: 'state', options: filters }}
      search={{ label: 'Search titles', maxLength: 20 }}
      loading="Loading the products"
      summary={({ result }) => pluralize(result, 'product')}
      empty={
        <EmptyState title={list.query.search ? 'No matching products' : 'No products yet'}>
          Products you create appear here, including drafts and retired products.
        </EmptyState>
      }
    >
      {({ products }) => <ProductTable products={products} onDelete={confirmDelete} />}
    </ListPage>
  );
}

function StateChip({ product }: { product: Product }) {
  const { name, className } =
    product.state === 'live' && !product.forSale
      ? { name: 'Not for sale yet', className: 'chip chip--draft' }
      : stateChips[product.state];
  return <span className={className}>{name}</span>;
}

interface TableProps {
  products: Product[];
  onDelete(product: Product): void;
}

function ProductTable({ products, onDelete }: TableProps) {
  return (
    <table className="table table--cards products__table">
      <TableHead
        columns={['Image', 'Title', 'State', 'Price', 'Sold']}
        actions={<span className="visually-hidden">Actions</span>}
      />
      <tbody>
        {products.map((product) => (
          <tr key={product._id}>
            <td>
              {product.images && (
                <img
                  className="products__image"
                  src={product.images.url}
                  alt=""
                  width="64"
                  height="64"
                  loading="lazy"
                />
              )}
            </td>
            <th scope="row">
              {product.title}
              <span className="label products__category">{product.category}</span>
            </th>
            <td>
              <StateChip product={product} />
            </td>
            <td>{productPrice(product)}</td>
            <td>
              {product.sold}
              <span className="products__sold"> sold</span>
            </td>
            <td className="table__actions">
              <a
                className="button button--small"
                href={`/admin/shop/edit_product/${encodeURIComponent(product._id)}`}
              >
                Edit<span className="visually-hidden"> {product.title}</span>
              </a>{' '}
              <SmallButton
                variant="danger"
                label="Delete"
                of={product.title}
                onClick={() => onDelete(product)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
