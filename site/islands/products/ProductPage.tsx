import { useCallback, useRef, useState } from 'react';
import { formatMoney, toMinor } from '#contracts/money.ts';
import type { ProductState } from '#contracts/product.ts';
import { priceLabel } from '#contracts/shop-messages.ts';
import type { ProductUploadLimits } from '#contracts/upload.ts';
import {
  type Category,
  deleteProduct,
  listCategories,
  listProducts,
  type Product,
  type ProductList,
  readLimits,
  readProduct,
} from '../../client/product-api.ts';
import { parsePrice } from '../../format/price.ts';
import { shorten } from '../../format/shorten.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { Field } from '../ui/Field.tsx';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MissingPage } from '../ui/MissingPage.tsx';
import { Preview, type ShownBlock, usePreview } from '../ui/preview/Preview.tsx';
import { Section } from '../ui/Section.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { useAction } from '../ui/use-action.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { BasicFields } from './BasicFields.tsx';
import { FilesField } from './FilesField.tsx';
import { GalleryField } from './GalleryField.tsx';
import { KeysField } from './KeysField.tsx';
import { type ChangeForm, emptyForm, type ProductForm, stateChips } from './product-form.ts';
import { useProductForm } from './use-product-form.ts';

interface ContentFieldProps {
  form: ProductForm;
  change: ChangeForm;
  error: string | undefined;
}

const doNothing = () => undefined;

interface ProductEditorProps {
  stored: Product | null;
  empty: ProductForm;
  categories: Category[];
  limits: ProductUploadLimits;
  currency: string;
  payment: ProductList['payment'];
  onGone(): void;
}

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
  const { loaded, reload } = useFetch(load);
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

/** The form of a product with a preview. */
function ProductEditor(props: ProductEditorProps) {
  const { stored, empty, categories, limits, currency, payment, onGone } = props;
  const edit = useProductForm(stored, empty);
  const { product, values: form, change } = edit;
  const errors = edit.errors.fields;
  const [isConfirming, setIsConfirming] = useState(false);
  const { runAction, dialog } = useAction(() => undefined);
  const state: ProductState = product?.state ?? 'draft';
  const isSellable = payment === 'paypal' || (payment === 'demo' && product?.sample === true);

  async function remove() {
    if (!product) return;
    const outcome = await runAction(() => deleteProduct(product._id));
    if (outcome.done) onGone();
  }

  return (
    <section aria-labelledby="product-title">
      <div className="page-title own-account__title product-form__title">
        <h1 id="product-title">{product ? 'Edit product' : 'Create product'}</h1>
        <div className="product-form__state">
          <span className={stateChips[state].className}>{stateChips[state].name}</span>
          {product && state !== 'draft' && (
            <>
              <span className="label">{product.sold} sold</span>
              <code>{product.product_id}</code>
            </>
          )}
        </div>
      </div>
      {edit.isRestored && (
        <div className="banner" role="status">
          <p>Your unsaved changes have been restored.</p>
          <SmallButton label="Discard changes and show the saved version" onClick={edit.discard} />
        </div>
      )}
      <form className="own-account product-form" {...edit.form}>
        <Section title="Basics" lead="Shown in lists and on the product page.">
          <BasicFields
            form={form}
            change={change}
            errors={errors}
            categories={categories}
            currency={currency}
            isSellable={isSellable}
          />
        </Section>
        <Section
          title="Images"
          lead="The first image represents the product. Use the arrows to change the order."
        >
          <GalleryField form={form} change={change} error={errors.images} />
        </Section>
        <Section
          title="Details"
          lead="Markdown, as in articles. The preview shows what buyers will see."
        >
          <ContentField form={form} change={change} error={errors.content} />
        </Section>
        <Section
          title="Files"
          lead="Files that buyers get permanently. All buyers get new versions; older versions stay available."
        >
          <FilesField form={form} change={change} errors={errors} limits={limits} />
        </Section>
        <Section
          title="Licence keys"
          lead="Keys that buyers enter to activate the product. Each key is issued once and stays in the buyer’s library."
        >
          <KeysField form={form} change={change} keys={product?.keys} error={errors.keys} />
        </Section>
        <Section title="Card" lead="Its appearance in the shop.">
          <ProductCard form={form} currency={currency} />
        </Section>
        <SaveBar edit={edit} state={state} onDelete={() => setIsConfirming(true)} />
      </form>
      {isConfirming && product && (
        <DeleteDialog
          title={`Delete ${product.title}?`}
          onClose={() => setIsConfirming(false)}
          onConfirm={remove}
        >
          Products that were never sold are permanently deleted. Sold products are retired: they
          leave the shop, but buyers keep access.
        </DeleteDialog>
      )}
      {dialog}
    </section>
  );
}

/** The card of a product as in the shop, from the form. */
function ProductCard({ form, currency }: { form: ProductForm; currency: string }) {
  const [image] = form.gallery;
  const minor = toMinor(parsePrice(form.price), currency);
  const kind = { free: minor === 0, customAmount: form.pricing === 'custom' };
  const price = minor === null ? '' : priceLabel(formatMoney(minor, currency), kind);
  return (
    <article className="product-card" aria-label="Preview of the card">
      {image ? (
        <img src={image.url} alt={image.alt} />
      ) : (
        <p className="product-card__blank label">No image yet</p>
      )}
      <div className="product-card__text">
        <h3>{form.title || 'Untitled'}</h3>
        <p>{shorten(form.description)}</p>
        <p className="product-card__facts">
          <strong>{price}</strong>
          {form.category && <span className="chip">{form.category}</span>}
        </p>
      </div>
    </article>
  );
}

/** Text of a product, with a preview rendered as after a save. */
function ContentField({ form, change, error }: ContentFieldProps) {
  const preview = usePreview(form.content);
  const pane = useRef<HTMLElement>(null);
  const blocks = useRef<ShownBlock[]>([]);
  return (
    <>
      <Field
        name="content"
        label="Content"
        lines={14}
        className="product-form__content"
        value={form.content}
        error={error}
        onChange={(content) => change({ content })}
      />
      <div className="product-form__preview">
        <Preview
          preview={preview}
          language="en"
          paneRef={pane}
          blocks={blocks}
          onShown={doNothing}
        />
      </div>
    </>
  );
}

interface Props {
  edit: ReturnType<typeof useProductForm>;
  state: ProductState;
  onDelete(): void;
}

/** States that can be chosen, by the current one, with the labels of their buttons. */
const transitions: Record<ProductState, { to: ProductState; label: string }[]> = {
  draft: [{ to: 'live', label: 'Put up for sale' }],
  live: [{ to: 'retired', label: 'Retire' }],
  retired: [{ to: 'live', label: 'Put up for sale again' }],
};

/** Actions of the form and their result. */
function SaveBar({ edit, state, onDelete }: Props) {
  const { product, errors, conflict, isChanged, save, resolveConflict } = edit;
  const busy = edit.isBusy || undefined;
  return (
    <div className="product-form__save">
      {errors.form && (
        <p className="banner banner--warning" role="alert">
          Not saved. {errors.form} Your changes are still here.
        </p>
      )}
      {conflict && (
        <div className="banner banner--warning" role="alert">
          <p>
            This product has been changed in another tab or by someone else since you opened it: it
            is called “{conflict.theirs.title}” and costs {conflict.theirs.price}{' '}
            {conflict.theirs.currency} there.
          </p>
          <p className="product-form__buttons">
            <SmallButton
              label="Overwrite with my version"
              onClick={() => resolveConflict('mine')}
            />
            <SmallButton
              label="Discard mine and load the saved version"
              onClick={() => resolveConflict('theirs')}
            />
          </p>
        </div>
      )}
      <p className="product-form__buttons">
        <button
          type="submit"
          className={product ? 'button button--main' : 'button'}
          aria-disabled={busy}
        >
          {product ? 'Save' : 'Save as draft'}
        </button>
        {transitions[state].map(({ to, label }) => (
          <button
            key={to}
            type="button"
            className={product ? 'button' : 'button button--main'}
            aria-disabled={busy}
            onClick={() => save(to)}
          >
            {label}
          </button>
        ))}
        {product && (
          <button type="button" className="button button--danger" onClick={onDelete}>
            Delete
          </button>
        )}
        <span className="label" role="status">
          {busy ? 'Saving' : isChanged ? 'Not saved yet' : product ? 'Saved' : ''}
        </span>
      </p>
    </div>
  );
}
