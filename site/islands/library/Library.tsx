import { useCallback, useEffect, useRef } from 'react';
import { fileSize } from '#contracts/file-size.ts';
import type {
  DownloadLink,
  LibraryFile as File,
  LibraryItem,
  Library as LibraryPage,
} from '#contracts/library.ts';
import { LIBRARY_LINK_ENDED, orderPath } from '#contracts/shop-messages.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { showToast } from '../../stores/toasts.ts';
import { copyWithToast } from '../ui/copy-with-toast.ts';
import { ListFrame } from '../ui/ListFrame.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { ProductThumbnail } from '../ui/ProductThumbnail.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { errorMessage, useFetch } from '../ui/use-fetch.ts';
import { usePageParam } from '../ui/use-search-params.ts';

type FileVersion = File['versions'][number];

/** Side of the product's image in CSS pixels. */
const IMAGE_SIDE = 160;

const units = { copy: null, seats: 'seat', keys: 'key' } as const;

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
  const pages = usePageParam();
  const { page, onLast: showPage } = pages;
  const load = useCallback((signal: AbortSignal) => readLibrary(page, signal), [page]);
  const { loaded, reload } = useFetch(load);
  // An email links to one product, which did not exist in the page when the browser looked for the target, and may
  // be on a later page of the list.
  const linked = useRef(location.hash.startsWith('#product-') ? location.hash.slice(1) : null);
  useEffect(() => {
    if (loaded.state !== 'ready' || !linked.current) return;
    const product = document.getElementById(linked.current);
    const isLast = loaded.value.page >= loaded.value.pages;
    if (product || isLast) linked.current = null;
    if (product) product.scrollIntoView();
    else showPage(isLast ? 1 : loaded.value.page + 1);
  }, [loaded, showPage]);

  return (
    <>
      {location.hash === new URL(LIBRARY_LINK_ENDED, location.href).hash && (
        <p className="banner" role="status">
          This download link has expired. Links are valid for one hour and limited per day. Use the
          buttons below to get a new one.
        </p>
      )}
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        {...pages}
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

/** A product in the library: its files and keys, or a note that it was refunded. */
function LibraryProduct({ item }: { item: LibraryItem }) {
  const { _id, title, slug, files, refundedAt, licenceType } = item;
  const unit = units[licenceType];
  return (
    <li
      id={`product-${_id}`}
      className={`own-page__item library__item${refundedAt === null ? '' : ' library__item--gone'}`}
    >
      <div className="library__image">
        <ProductThumbnail product={item} side={IMAGE_SIDE} />
      </div>
      <div className="library__product">
        <h2>
          {slug === null ? (
            title
          ) : (
            <a href={`/shop/products/detail/${encodeURIComponent(slug)}`}>{title}</a>
          )}
        </h2>
        <p className="library__facts label">
          <span>Bought on {longDate(item.boughtAt)}</span>
          {unit && <span>{pluralize(item.quantity, unit)}</span>}
          {item.orders.map((order) => (
            <span key={order._id}>
              <a href={orderPath(order._id)}>Order {order.number}</a>
            </span>
          ))}
        </p>
        {refundedAt !== null && (
          <p className="library__note">
            Refunded on {longDate(refundedAt)}. You no longer have access to its files and keys.
          </p>
        )}
        <LicenceKeys item={item} />
        <Files name={`Files of ${title}`} files={files.filter(({ removed }) => !removed)} />
        {files.some(({ removed }) => removed) && (
          <details className="library__older">
            <summary>No longer sold with this product; you keep access</summary>
            <Files
              name={`Previous files of ${title}`}
              files={files.filter(({ removed }) => removed)}
            />
          </details>
        )}
      </div>
    </li>
  );
}

function Files({ name, files }: { name: string; files: File[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="library__files" aria-label={name}>
      {files.map((file) => (
        <LibraryFile key={file.versions[0]?._id} file={file} />
      ))}
    </ul>
  );
}

function LicenceKeys({ item: { title, keys, keysPending } }: { item: LibraryItem }) {
  return (
    <>
      {keys.length > 0 && (
        <ul className="library__keys" aria-label={`Licence keys of ${title}`}>
          {keys.map((key) => (
            <li key={key}>
              <code>{key}</code>
              <SmallButton label="Copy" of={`the key ${key}`} onClick={() => void copyKey(key)} />
            </li>
          ))}
        </ul>
      )}
      {keysPending > 0 && (
        <p className="library__note">
          {pluralize(keysPending, 'licence key')} pending: the seller is out of stock. We will
          notify you when they are available.
        </p>
      )}
    </>
  );
}

const copyKey = (key: string) =>
  copyWithToast(
    key,
    'The key is copied.',
    'Your browser does not allow copying. Please select the key and copy it.',
  );

/** A file: its newest version with its changelog, and the older ones below. */
function LibraryFile({ file: { versions } }: { file: File }) {
  const [newest, ...older] = versions;
  if (!newest) return null;
  return (
    <li className="library__file">
      <Version version={newest} isNewest />
      <p className="library__sum">
        SHA-256 <code>{newest.sha256}</code>
      </p>
      {older.length > 0 && (
        <details className="library__older">
          <summary>
            {pluralize(older.length, 'older version')}
            <span className="visually-hidden"> of {newest.name}</span>
          </summary>
          <ol aria-label={`Older versions of ${newest.name}`}>
            {older.map((version) => (
              <li key={version._id}>
                <Version version={version} isNewest={false} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

function Version({ version, isNewest }: { version: FileVersion; isNewest: boolean }) {
  const { _id, name, bytes, createdAt, changelog } = version;
  /** Requests a link to the file, which the browser then downloads. The page stays open. */
  async function download() {
    try {
      const body = { version: _id };
      const { url } = await callApi<DownloadLink>('POST', '/api/library/links', { body });
      location.assign(url);
    } catch (error) {
      showToast({ type: 'error', message: errorMessage(error) });
    }
  }

  return (
    <>
      <div className="library__version">
        <p className="library__name">
          <strong>{name}</strong>
          <span className="label">
            Version {version.version}, {longDate(createdAt)}, {fileSize(bytes)}
          </span>
        </p>
        <SmallButton
          variant={isNewest && 'main'}
          label="Download"
          of={`${name}, version ${version.version}`}
          onPress={download}
        />
      </div>
      {changelog !== '' && (
        <p className="library__changelog" dir="auto">
          {changelog}
        </p>
      )}
    </>
  );
}
