import type { LibraryFile as File, LibraryItem } from '#contracts/library.ts';
import { orderPath } from '#contracts/shop-words.ts';
import { showToast } from '../../client/show-toast.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { ProductPicture } from '../ui/ProductPicture.tsx';
import { LibraryFile } from './LibraryFile.tsx';

/** Side of the product's picture in CSS pixels. */
const PICTURE_SIDE = 160;

const units = { copy: null, seats: 'seat', keys: 'key' } as const;

/** A product in the library: its files and keys, or a note that it was refunded. */
export function LibraryProduct({ item }: { item: LibraryItem }) {
  const { _id, title, slug, files, givenBackAt, sells } = item;
  const unit = units[sells];
  return (
    <li
      id={`product-${_id}`}
      className={givenBackAt === null ? 'library__item' : 'library__item library__item--gone'}
    >
      <div className="library__picture">
        <ProductPicture product={item} side={PICTURE_SIDE} />
      </div>
      <div className="library__what">
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
        {givenBackAt !== null && (
          <p className="library__note">
            Refunded on {longDate(givenBackAt)}. You no longer have access to its files and keys.
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

function LicenceKeys({ item: { title, keys, keysOwed } }: { item: LibraryItem }) {
  return (
    <>
      {keys.length > 0 && (
        <ul className="library__keys" aria-label={`Licence keys of ${title}`}>
          {keys.map((key) => (
            <li key={key}>
              <code>{key}</code>
              <button type="button" className="button button--small" onClick={() => void copy(key)}>
                Copy<span className="quiet"> the key {key}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {keysOwed > 0 && (
        <p className="library__note">
          {pluralize(keysOwed, 'licence key')} pending: the seller is out of stock. We will notify
          you when they are available.
        </p>
      )}
    </>
  );
}

async function copy(key: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(key);
    showToast({ type: 'SUCCESS', message: 'The key is copied.' });
  } catch {
    // Browsers allow this only on secure pages.
    const message = 'Your browser does not allow copying. Please select the key and copy it.';
    showToast({ type: 'error', message });
  }
}
