import { useCallback, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { productPrice } from '../../lib/shop/product-price.ts';
import { Choices } from '../Choices.tsx';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { Field } from '../Field.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { useAct } from '../use-act.tsx';
import { useLoaded } from '../use-loaded.ts';
import { deleteProduct, listProducts, type Product, type ProductQuery } from './product-calls.ts';
import { stateChips } from './states.ts';

const filters: { value: ProductQuery['state']; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'live', name: 'For sale' },
  { value: 'draft', name: 'Drafts' },
  { value: 'retired', name: 'Retired' },
];

/** Every product, whatever its state. */
export function Products() {
  const [query, setQuery] = useState<ProductQuery>({ state: 'all', search: '', page: 1 });
  const [asked, setAsked] = useState<Product | null>(null);
  const load = useCallback((signal: AbortSignal) => listProducts(query, signal), [query]);
  const { loaded, reload } = useLoaded(load);
  const { act, dialog } = useAct(reload);
  const onPage = useCallback((page: number) => setQuery((now) => ({ ...now, page })), []);

  return (
    <section aria-labelledby="products-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title products__title">
        <h1 id="products-title">Products</h1>
        <div className="product-form__buttons">
          <a className="button button--main" href="/admin/shop/create_product">
            Create product
          </a>
          <a className="button" href="/admin/shop/categories">
            Categories
          </a>
        </div>
      </div>
      <div className="inbox__filters products__bar">
        <Choices
          name="state"
          choices={filters}
          chosen={query.state}
          onChoose={(state) => setQuery({ ...query, state, page: 1 })}
        />
        <Field
          name="search"
          label="Part of the title"
          maxLength={20}
          value={query.search}
          onChange={(search) => setQuery({ ...query, search, page: 1 })}
        />
      </div>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={query.page}
        onPage={onPage}
        loading="Loading the products"
        summary={({ result }) => counted(result, 'product')}
        empty={
          <EmptyState title={query.search ? 'None of that name' : 'Nothing here yet'}>
            What you create stands here, drafts and retired ones as well.
          </EmptyState>
        }
      >
        {({ products }) => <ProductTable products={products} onDelete={setAsked} />}
      </ListFrame>
      {asked && (
        <DeleteDialog
          title={`Delete ${asked.title}?`}
          onClose={() => setAsked(null)}
          onConfirm={() => void act(() => deleteProduct(asked._id))}
        >
          One that was never sold is gone for good. One that was sold is retired instead: it leaves
          the shop, and its buyers keep it.
        </DeleteDialog>
      )}
      {dialog}
    </section>
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
      <thead>
        <tr>
          <th scope="col">Picture</th>
          <th scope="col">Title</th>
          <th scope="col">State</th>
          <th scope="col">Price</th>
          <th scope="col">Sold</th>
          <th scope="col" className="table__actions">
            <span className="quiet">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={product._id}>
            <td>
              {product.images && (
                <img
                  className="products__picture"
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
            <td>{product.sold}</td>
            <td className="table__actions">
              <a
                className="button button--small"
                href={`/admin/shop/edit_product/${encodeURIComponent(product._id)}`}
              >
                Edit<span className="quiet"> {product.title}</span>
              </a>{' '}
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
  );
}
