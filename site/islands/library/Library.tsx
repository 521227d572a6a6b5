import { useCallback, useEffect, useState } from 'react';
import type { Library as LibraryPage } from '#contracts/library.ts';
import { LIBRARY_LINK_ENDED } from '#contracts/shop-words.ts';
import { callApi } from '../../client/api-client.ts';
import { pluralize } from '../../format/pluralize.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListFrame } from '../ui/ListFrame.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { LibraryProduct } from './LibraryProduct.tsx';

/** Products that the member has bought, newest first, with their files and keys. */
export function Library() {
  return <MembersOnly loading="Loading your library">{() => <Products />}</MembersOnly>;
}

async function readLibrary(page: number, signal: AbortSignal) {
  const { result, products, ...pages } = await callApi<LibraryPage>(
    'GET',
    `/api/library?page=${page}`,
    { signal },
  );
  return { ...pages, result: products, items: result };
}

function Products() {
  const [page, setPage] = useState(1);
  const load = useCallback((signal: AbortSignal) => readLibrary(page, signal), [page]);
  const { loaded, reload } = useLoaded(load);
  const isReady = loaded.state === 'ready';
  // An email links to one product, which did not exist in the page when the browser looked for the target.
  useEffect(() => {
    const id = location.hash.slice(1);
    if (isReady && id.startsWith('product-')) document.getElementById(id)?.scrollIntoView();
  }, [isReady]);

  return (
    <>
      {location.hash === new URL(LIBRARY_LINK_ENDED, location.href).hash && (
        <p className="notice" role="status">
          This download link has expired. Links are valid for one hour and limited per day. Use the
          buttons below to get a new one.
        </p>
      )}
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading your library"
        summary={({ result }) => pluralize(result, 'product')}
        empty={
          <EmptyState title="No products yet">
            Products you buy appear here with all versions of their files.{' '}
            <a href="/shop">Go to the shop</a>
          </EmptyState>
        }
      >
        {({ items }) => (
          <ul className="library__list">
            {items.map((item) => (
              <LibraryProduct key={item._id} item={item} />
            ))}
          </ul>
        )}
      </ListFrame>
    </>
  );
}
