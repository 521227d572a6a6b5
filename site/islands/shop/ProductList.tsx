import { useStore } from '@nanostores/react';
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ProductCard as Product, ShopCategory } from '#contracts/page.ts';
import { TITLE_SEARCH_MAX } from '#contracts/search-index.ts';
import { followUrl } from '../../client/page-events.ts';
import { SLOW_NOTICE } from '../../client/slow-notice.ts';
import { imageSizes } from '../../format/image-sizes.ts';
import { pluralize } from '../../format/pluralize.ts';
import { coverClass, PRODUCTS_PATH, sortChoices } from '../../format/product-list.ts';
import { $session, confirmSession, isAdmin } from '../../stores/session.ts';
import { useSelection } from '../ui/BulkBar.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { useDebouncedCallback } from '../ui/timers.ts';
import { useFetch } from '../ui/use-fetch.ts';
import { isPlainPress, ProductActions } from './ProductActions.tsx';
import { ProductCard } from './ProductCard.tsx';
import { ProductTools } from './ProductTools.tsx';
import {
  FIRST_VIEW,
  isSameList,
  loadProducts,
  type PageViewRequest,
  PER_LOAD,
  type ProductListView,
  readView,
  type View,
  writeView,
} from './product-views.ts';

/** Debounce time of the search, in milliseconds. */
const TYPING_MS = 250;

interface Props {
  /** The newest products, as they were published. */
  products: Product[];
  total: number;
  categories: ShopCategory[];
  /** Page with older products for visitors without JavaScript; null if there are none. */
  older: string | null;
}

/** The products of the shop with search, category, order, and a link that loads more. */
export function ProductList({ products, total, categories, older }: Props) {
  const [request, setRequest] = useState<PageViewRequest | null>(null);
  const [shown, setShown] = useState<ProductListView>({ view: FIRST_VIEW, products, total });
  const load = useCallback(
    (signal: AbortSignal) => (request ? loadProducts(request, signal) : Promise.resolve(null)),
    [request],
  );
  const { loaded, reload } = useFetch(load);
  const isLoading = request !== null && loaded.state === 'loading';
  const admin = isAdmin(useStore($session, { ssr: 'initial' }));
  const selection = useSelection(shown.products.map(({ id }) => id));
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (loaded.state !== 'ready' || !loaded.value) return;
    const { view, added } = loaded.value;
    setShown(loaded.value);
    if (added !== undefined) writeView(view, 'replace');
  }, [loaded]);
  useLayoutEffect(() => {
    if (shown.added === undefined) return;
    const first = list.current?.children[shown.added];
    first?.querySelector<HTMLElement>('.product__title a')?.focus({ preventScroll: true });
  }, [shown]);

  const choose = useCallback(() => {
    if (!form.current) return;
    const view = readForm(form.current);
    const before = readView();
    if (isSameList(view, before)) return;
    // A search is one step of Back, also if it was typed with pauses.
    const isTyping = before.search !== '' && isSameList({ ...view, search: before.search }, before);
    writeView(view, isTyping ? 'replace' : 'push');
    setRequest({ view });
  }, []);
  const chooseSoon = useDebouncedCallback(choose, TYPING_MS);
  useEffect(() => {
    void confirmSession();
    // The visitor may have typed or chosen something before hydration.
    if (location.search === '') choose();
    return followUrl(() => {
      const view = readView();
      if (form.current) fillForm(form.current, view);
      // The first view is published with the page.
      setRequest((now) =>
        now === null && isSameList(view, FIRST_VIEW) && view.loads === 1 ? null : { view },
      );
    });
  }, [choose]);

  function loadMore(event: MouseEvent) {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    if (!isLoading)
      setRequest({ view: { ...shown.view, loads: shown.view.loads + 1 }, before: shown });
  }

  function showAgain() {
    setRequest({ view: shown.view });
    status.current?.focus({ preventScroll: true });
  }

  const { view } = shown;
  const count = shown.products.length;
  const isAll = count >= shown.total || view.loads * PER_LOAD >= shown.total;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the role is older than the element */}
      <form
        className="shop-filter needs-script"
        action={PRODUCTS_PATH}
        role="search"
        aria-label="Products"
        autoComplete="off"
        ref={form}
        onInput={chooseSoon}
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <div className="field shop-filter__search">
          <label htmlFor="product-search">Search titles</label>
          <input
            id="product-search"
            name="search"
            type="search"
            maxLength={TITLE_SEARCH_MAX}
            enterKeyHint="search"
          />
        </div>
        <div className="field">
          <label htmlFor="product-category">Category</label>
          <select id="product-category" name="category">
            <option value="">All</option>
            {categories.map(({ name, count }) => (
              <option key={name} value={name}>{`${name} (${count})`}</option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="product-sort">Sort by</label>
          <select id="product-sort" name="sort">
            {sortChoices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <button className="button" type="submit">
          Search
        </button>
      </form>
      <p
        className="shop-status state-line label"
        role="status"
        tabIndex={-1}
        data-status=""
        ref={status}
      >
        <span>{listStatusOf(shown, request === null)}</span>
        {isLoading && <span className="slow">{SLOW_NOTICE}</span>}
      </p>
      {admin && (
        <ProductTools products={shown.products} selection={selection} onDeleted={showAgain} />
      )}
      {loaded.state === 'failed' && (
        <div className="shop-failure">
          <LoadFailed reason={`The list could not be loaded. ${loaded.reason}`} onRetry={reload} />
        </div>
      )}
      {shown.total === 0 && <NoProducts search={view.search} isFirst={request === null} />}
      <ul className="masonry" aria-busy={isLoading || undefined} ref={list}>
        {shown.products.map((product, index) => (
          <li key={product.id} className={coverClass(product.cover)}>
            <ProductCard product={product} sizes={imageSizes.product} first={index === 0}>
              {admin && (
                <label className="product__choice">
                  <input
                    type="checkbox"
                    aria-label={`Select ${product.title}`}
                    checked={selection.has(product.id)}
                    onChange={({ target }) => selection.choose(product.id, target.checked)}
                  />
                </label>
              )}
              <ProductActions product={product} onDeleted={showAgain} />
            </ProductCard>
          </li>
        ))}
      </ul>
      <p className="shop-more">
        <a
          className="button"
          href={older ?? PRODUCTS_PATH}
          rel="next"
          data-handled=""
          hidden={request === null ? older === null : isAll}
          aria-busy={isLoading || undefined}
          onClick={loadMore}
        >
          Load More
        </a>
      </p>
    </>
  );
}

function listStatusOf({ products, total }: ProductListView, isFirst: boolean): string {
  if (isFirst) return total > 0 ? `${pluralize(total, 'product')}, the newest first` : '';
  if (total === 0) return 'No matching products';
  const all = pluralize(total, 'product');
  return products.length < total ? `${products.length} of ${all}` : all;
}

function NoProducts({ search, isFirst }: { search: string; isFirst: boolean }) {
  if (isFirst)
    return <EmptyState title="No products yet">New products will appear here.</EmptyState>;
  return (
    <EmptyState title={search ? `No products match “${search}”` : 'Nothing here yet'}>
      <a href={PRODUCTS_PATH}>Show all products</a>
    </EmptyState>
  );
}

function readForm(form: HTMLFormElement): View {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const search = [...text('search')].slice(0, TITLE_SEARCH_MAX).join('');
  return { search, category: text('category'), sort: text('sort'), loads: 1 };
}

/** Shows a view in the fields, except in a field in which the visitor is typing. */
function fillForm(form: HTMLFormElement, { search, category, sort }: View): void {
  for (const [name, value] of Object.entries({ search, category, sort })) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (field !== document.activeElement || field.value.trim() !== value) field.value = value;
  }
}
