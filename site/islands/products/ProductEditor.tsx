import { useState } from 'react';
import type { ProductState } from '#contracts/product.ts';
import type { ProductUploadLimits } from '#contracts/upload.ts';
import {
  type Category,
  deleteProduct,
  type Product,
  type ProductList,
} from '../../client/product-calls.ts';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { Section } from '../ui/Section.tsx';
import { useAct } from '../ui/use-act.tsx';
import { BasicFields } from './BasicFields.tsx';
import { ContentField } from './ContentField.tsx';
import { FilesField } from './FilesField.tsx';
import type { ProductForm } from './form.ts';
import { KeysField } from './KeysField.tsx';
import { PicturesField } from './PicturesField.tsx';
import { ProductCard } from './ProductCard.tsx';
import { SaveBar } from './SaveBar.tsx';
import { stateChips } from './states.ts';
import { useProductForm } from './use-product-form.ts';

interface Props {
  stored: Product | null;
  empty: ProductForm;
  categories: Category[];
  limits: ProductUploadLimits;
  currency: string;
  payment: ProductList['payment'];
  onGone(): void;
}

/** The form of a product with a preview. */
export function ProductEditor(props: Props) {
  const { stored, empty, categories, limits, currency, payment, onGone } = props;
  const edit = useProductForm(stored, empty);
  const { product, values: form, change } = edit;
  const errors = edit.errors.fields;
  const [asking, setAsking] = useState(false);
  const { act, dialog } = useAct(() => undefined);
  const state: ProductState = product?.state ?? 'draft';
  const isSellable = payment === 'paypal' || (payment === 'demo' && product?.sample === true);

  async function remove() {
    if (!product) return;
    const outcome = await act(() => deleteProduct(product._id));
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
      {edit.restored && (
        <div className="notice" role="status">
          <p>Your unsaved changes have been restored.</p>
          <button type="button" className="button button--small" onClick={edit.discard}>
            Discard changes and show the saved version
          </button>
        </div>
      )}
      <form className="own-account product-form" {...edit.form}>
        <Section title="Basics" lead="Shown in lists and on the product page.">
          <BasicFields
            {...{ form, change, errors, categories, currency }}
            isSellable={isSellable}
          />
        </Section>
        <Section
          title="Pictures"
          lead="The first image represents the product. Use the arrows to change the order."
        >
          <PicturesField {...{ form, change }} error={errors.images} />
        </Section>
        <Section
          title="Details"
          lead="Markdown, as in articles. The preview shows what buyers will see."
        >
          <ContentField {...{ form, change }} error={errors.content} />
        </Section>
        <Section
          title="Files"
          lead="Files that buyers get permanently. All buyers get new versions; older versions stay available."
        >
          <FilesField {...{ form, change, errors, limits }} />
        </Section>
        <Section
          title="Licence keys"
          lead="Keys that buyers enter to activate the product. Each key is issued once and stays in the buyer’s library."
        >
          <KeysField {...{ form, change }} keys={product?.keys} error={errors.keys} />
        </Section>
        <Section title="Card" lead="Its appearance in the shop.">
          <ProductCard form={form} currency={currency} />
        </Section>
        <SaveBar edit={edit} state={state} onDelete={() => setAsking(true)} />
      </form>
      {asking && product && (
        <DeleteDialog
          title={`Delete ${product.title}?`}
          onClose={() => setAsking(false)}
          onConfirm={() => void remove()}
        >
          Products that were never sold are permanently deleted. Sold products are retired: they
          leave the shop, but buyers keep access.
        </DeleteDialog>
      )}
      {dialog}
    </section>
  );
}
