import { useState } from 'react';
import type { ProductState } from '#contracts/product.ts';
import type { ProductUploadLimits } from '#contracts/product-upload.ts';
import { Section } from '../account/Section.tsx';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { useAct } from '../use-act.tsx';
import { BasicFields } from './BasicFields.tsx';
import { ContentField } from './ContentField.tsx';
import { FilesField } from './FilesField.tsx';
import type { ProductForm } from './form.ts';
import { KeysField } from './KeysField.tsx';
import { PicturesField } from './PicturesField.tsx';
import { ProductCard } from './ProductCard.tsx';
import { type Category, deleteProduct, type Product, type ProductList } from './product-calls.ts';
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

/** The form of a product with its preview: everything about it that the owner decides. */
export function ProductEditor(props: Props) {
  const { stored, empty, categories, limits, currency, payment, onGone } = props;
  const edit = useProductForm(stored, empty);
  const { product, form, change, errors } = edit;
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
          <p>What you had typed here and not saved is still there.</p>
          <button type="button" className="button button--small" onClick={edit.discard}>
            Leave it, and show what is stored
          </button>
        </div>
      )}
      <form
        className="own-account product-form"
        ref={edit.element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void edit.save(state);
        }}
      >
        <Section title="What it is" lead="What the shop shows of it, in lists and on its own page.">
          <BasicFields
            {...{ form, change, errors, categories, currency }}
            isSellable={isSellable}
          />
        </Section>
        <Section
          title="Pictures"
          lead="The first one stands for the product; the arrows change the order."
        >
          <PicturesField {...{ form, change }} error={errors.images} />
        </Section>
        <Section
          title="In detail"
          lead="In markdown, as articles are written. The preview is what buyers will see."
        >
          <ContentField {...{ form, change }} error={errors.content} />
        </Section>
        <Section
          title="Files"
          lead="What buyers get, for good. A new version reaches everybody who has bought it; the older ones stay."
        >
          <FilesField {...{ form, change, errors, limits }} />
        </Section>
        <Section
          title="Licence keys"
          lead="What buyers type in to show that it is theirs. Each one is given once, and stays in their library."
        >
          <KeysField {...{ form, change }} keys={product?.keys} error={errors.keys} />
        </Section>
        <Section title="Card" lead="How it stands in the shop.">
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
          One that was never sold is gone for good. One that was sold is retired instead: it leaves
          the shop, and its buyers keep it.
        </DeleteDialog>
      )}
      {dialog}
    </section>
  );
}
