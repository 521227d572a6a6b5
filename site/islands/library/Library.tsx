import { useCallback, useEffect, useState } from 'react';
import type { Library as LibraryPage } from '#contracts/library.ts';
import { LIBRARY_LINK_ENDED } from '#contracts/shop-words.ts';
import { callApi } from '../../lib/api-client.ts';
import { counted } from '../../lib/format.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { useLoaded } from '../use-loaded.ts';
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
  // An email links to one product, which did not exist when the browser looked for it.
  useEffect(() => {
    const id = location.hash.slice(1);
    if (isReady && id.startsWith('product-')) document.getElementById(id)?.scrollIntoView();
  }, [isReady]);

  return (
    <>
      {location.hash === new URL(LIBRARY_LINK_ENDED, location.href).hash && (
        <p className="notice" role="status">
          That link does not lead to its file any more: links hold for an hour, as long as the file
          is yours, and so often a day. Each file here has a new one.
        </p>
      )}
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading your library"
        summary={({ result }) => counted(result, 'product')}
        empty={
          <EmptyState title="Nothing here yet">
            What you buy stays here, with every version of its files.{' '}
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
