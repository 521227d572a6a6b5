import { useCallback, useState } from 'react';
import {
  listCategories,
  listProducts,
  readLimits,
  readProduct,
} from '../../client/product-calls.ts';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MissingPage } from '../ui/MissingPage.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { emptyForm } from './form.ts';
import { ProductEditor } from './ProductEditor.tsx';

/** /admin/shop/create_product, and /admin/shop/edit_product/{id}. */
export function ProductPage() {
  const [id] = useState(productId);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [product, categories, limits, list] = await Promise.all([
        id === null ? null : readProduct(id, signal),
        listCategories(signal),
        readLimits(),
        listProducts({ state: 'all', search: '', page: 1 }, signal),
      ]);
      const { currency, payment } = list;
      return { product, categories, limits, currency, payment };
    },
    [id],
  );
  const { loaded, reload } = useLoaded(load);
  const [round, setRound] = useState(0);
  if (loaded.state === 'failed' && loaded.code === 'NOT_FOUND') return <MissingPage />;
  if (loaded.state === 'failed') return <LoadFailed reason={loaded.reason} onRetry={reload} />;
  if (loaded.state === 'loading') return <ListSkeleton label="Loading the product" />;
  const { product, ...frame } = loaded.value;
  return (
    <ProductEditor
      key={round}
      {...frame}
      stored={product}
      empty={emptyForm(frame.categories[0]?.name ?? '')}
      onGone={() => {
        setRound(round + 1);
        location.assign('/admin/shop/products');
      }}
    />
  );
}

function productId(): string | null {
  const [, id] = /^\/admin\/shop\/edit_product\/([^/]+)$/.exec(location.pathname) ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}
