import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ImageFilter, ImageSort, StoredList } from '#contracts/upload.ts';
import {
  addProductImage,
  deleteProduct,
  listAllProducts,
  listProducts,
  type Product,
} from '../../client/product-api.ts';
import { pluralize } from '../../format/pluralize.ts';
import { showToast } from '../../stores/toasts.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { Dropzone } from '../ui/Dropzone.tsx';
import { FieldFrame } from '../ui/Field.tsx';
import { deleteUnused, listStored, type StoredQuery } from '../ui/images/image-api.ts';
import { ImageUploads, isPending } from '../ui/images/image-uploads.ts';
import { UploadList } from '../ui/images/UploadList.tsx';
import { ListPage, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { DeleteImage, UploadTable } from './UploadTable.tsx';

const productSpec = {
  defaults: { page: 1 },
  prefix: 'product-',
  load: ({ page }: { page: number }, signal: AbortSignal) =>
    listProducts({ state: 'all', search: '', page }, signal),
};

interface TableProps {
  products: Product[];
  onDelete(product: Product): void;
}

const filters: { value: ImageFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'unused', name: 'Unused' },
  { value: 'avatars', name: 'Members' },
];
const orders: { value: ImageSort; name: string }[] = [
  { value: 'newest', name: 'Newest first' },
  { value: 'oldest', name: 'Oldest first' },
  { value: 'largest', name: 'Largest first' },
  { value: 'name', name: 'By name' },
];
const spec = {
  defaults: { show: 'all', search: '', sort: 'newest', page: 1 } as StoredQuery,
  allowed: { show: filters, sort: orders },
  load: listStored,
};

/** All uploaded images with their uses, and the products. */
export function Uploads() {
  const list = useList(spec);
  const { query, value, reload, runAction, open } = list;
  const [isAdding, setIsAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const wasAdding = useRef(false);
  const back = useCallback(() => {
    setIsAdding(false);
    reload();
  }, [reload]);
  useLayoutEffect(() => {
    if (wasAdding.current) add.current?.focus();
    wasAdding.current = isAdding;
  }, [isAdding]);
  const isAvatars = query.show === 'avatars';
  return (
    <>
      <div className="page-title list__head list__title">
        <h1>Upload Management</h1>
        {!isAdding && (
          <button
            ref={add}
            type="button"
            className="button button--main"
            onClick={() => setIsAdding(true)}
          >
            Add Upload
          </button>
        )}
      </div>
      {isAdding ? (
        <AddImages onBack={back} />
      ) : (
        <>
          <ListPage
            list={list}
            title="Images"
            heading="h2"
            filter={{ name: 'show', options: filters }}
            search={{
              placeholder: isAvatars ? 'Name of the member' : 'Name or alt text',
              maxLength: 80,
            }}
            {...(!isAvatars && { order: { options: orders } })}
            loading="Loading images"
            summary={({ result, unused }) =>
              `${pluralize(result, 'image')}, ${unused} unused in total`
            }
            beside={
              value !== null &&
              value.deletable > 0 &&
              !isAvatars && (
                <SmallButton
                  variant="danger"
                  label="Delete unused"
                  onClick={() =>
                    open((onClose) => (
                      <UnusedImages
                        list={value}
                        onConfirm={() => runAction(deleteUnused)}
                        onClose={onClose}
                      />
                    ))
                  }
                />
              )
            }
            empty={<NoImages query={query} />}
            pageLabels={{ back: 'Back', on: 'Next' }}
          >
            {({ uploads }) => (
              <UploadTable
                uploads={uploads}
                onDelete={(image) =>
                  open((onClose) => (
                    <DeleteImage image={image} runAction={runAction} onClose={onClose} />
                  ))
                }
              />
            )}
          </ListPage>
          <ProductRows onDeleted={reload} />
        </>
      )}
    </>
  );
}

interface UnusedImagesProps {
  list: StoredList;
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

function UnusedImages({ list: { unused, deletable }, ...props }: UnusedImagesProps) {
  const spared = unused - deletable;
  return (
    <DeleteDialog title={`Delete ${pluralize(deletable, 'unused image')}?`} {...props}>
      Nothing on the site shows {deletable === 1 ? 'it' : 'them'}. This cannot be undone.
      {spared > 0 &&
        ` ${pluralize(spared, 'image')} of the last 24 hours ${spared === 1 ? 'stays' : 'stay'}: the text may not be saved yet.`}
    </DeleteDialog>
  );
}

function NoImages({ query: { show, search } }: { query: StoredQuery }) {
  if (search !== '') {
    return <EmptyState title="Nothing found">No images match your search.</EmptyState>;
  }
  const [title, text] = (
    {
      all: ['No images yet', 'Images you upload here or in the editor appear here.'],
      unused: ['No unused images', 'Images that no page uses appear here.'],
      avatars: ['No profile pictures yet', 'Profile pictures of members appear here.'],
    } as const
  )[show];
  return <EmptyState title={title}>{text}</EmptyState>;
}

/**
 * The products with their first image.
 * @param onDeleted called after a product was deleted
 */
function ProductRows({ onDeleted }: { onDeleted(): void }) {
  const list = useList(productSpec);
  const confirmDelete = ({ _id, title }: Product) =>
    list.open((onClose) => (
      <DeleteDialog
        title={`Delete ${title}?`}
        onConfirm={() => list.runAction(() => deleteProduct(_id)).then(onDeleted)}
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
      pageLabels={{ label: 'Pages of products', back: 'Back', on: 'Next' }}
    >
      {({ products }) => <ProductTable products={products} onDelete={confirmDelete} />}
    </ListPage>
  );
}

function ProductTable({ products, onDelete }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="table-frame" tabIndex={0} aria-label="Table of products">
      <table className="table table--cards uploads__table">
        <TableHead
          columns={['Photo', 'Product Id', 'Product Name / Folder Location', 'Created']}
          actions="Actions"
        />
        <tbody>
          {products.map((product) => (
            <tr key={product._id}>
              <td className="uploads__image">
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
    </section>
  );
}

/** The value of the folder of articles; every other value is the id of a product. */
const ARTICLES = '';

const uploadsTo = (target: string) =>
  target === ARTICLES
    ? new ImageUploads({ folder: 'articles' })
    : new ImageUploads({
        folder: 'products',
        attach: (uploaded) => addProductImage(target, uploaded),
      });

/** Panel for choosing or dropping images. Once all are uploaded, it returns to the list. */
function AddImages({ onBack }: { onBack(): void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [target, setTarget] = useState(ARTICLES);
  const [uploads, setUploads] = useState(() => uploadsTo(ARTICLES));
  const { loaded, reload } = useFetch(listAllProducts);
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  const done = items.filter(({ now }) => now.state === 'done').length;
  const isBusy = items.some(({ now }) => isPending(now));
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (done === 0 || done < items.length) return;
    showToast({ type: 'SUCCESS', message: `${pluralize(done, 'image')} uploaded.` });
    onBack();
  }, [done, items.length, onBack]);

  return (
    <section className="uploads__add" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Add Photo</h2>
      <FieldFrame label="Folder">
        {(control) => (
          <select
            {...control}
            value={target}
            // Files that were chosen before keep their place.
            disabled={items.length > 0}
            onChange={({ currentTarget }) => {
              setTarget(currentTarget.value);
              setUploads(uploadsTo(currentTarget.value));
            }}
          >
            <option value={ARTICLES}>Articles</option>
            <optgroup label="Products">
              {loaded.value?.map(({ _id, title }) => (
                <option key={_id} value={_id}>
                  {title}
                </option>
              ))}
            </optgroup>
          </select>
        )}
      </FieldFrame>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      <Dropzone
        ref={input}
        name="images"
        title="Choose images or drop them here"
        accept="image/*"
        hint="JPEG or PNG of at most 1 MB. Other images can be shrunk and converted. Camera metadata is removed."
        onFiles={(files) => uploads.add(files)}
      />
      {items.length > 0 && (
        <>
          <p className="label" role="status">
            {done} of {items.length} uploaded
          </p>
          <progress max={items.length} value={done} aria-label="Images uploaded" />
          <UploadList
            uploads={uploads}
            items={items}
            done={({ name }) => (
              <>
                <p className="upload-list__name">{name}</p>
                <span className="chip chip--live">Uploaded</span>
              </>
            )}
          />
        </>
      )}
      <p>
        <button
          type="button"
          className="button"
          onClick={() => {
            // Otherwise the waiting files would still be uploaded.
            for (const { id } of items) uploads.remove(id);
            onBack();
          }}
        >
          {done > 0 && !isBusy ? 'Back to the list' : 'Cancel'}
        </button>
      </p>
    </section>
  );
}
