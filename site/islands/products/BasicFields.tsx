import { useId } from 'react';
import type { ProductSells } from '#contracts/product.ts';
import type { Category } from '../../client/product-api.ts';
import { parsePrice } from '../../format/price.ts';
import { Field } from '../ui/Field.tsx';
import type { ChangeForm, ProductForm } from './form.ts';

interface PriceFieldsProps {
  form: ProductForm;
  change: ChangeForm;
  errors: Record<string, string | undefined>;
  currency: string;
  isSellable: boolean;
}

interface Props {
  form: ProductForm;
  change: ChangeForm;
  errors: Record<string, string | undefined>;
  categories: Category[];
  currency: string;
  /** True if the shop has a payment service that sells the product with a price. */
  isSellable: boolean;
}

const sells: { value: ProductSells; name: string }[] = [
  { value: 'copy', name: 'Single copy (one per buyer)' },
  { value: 'seats', name: 'Seats (one per person)' },
  { value: 'keys', name: 'Licence keys (any number)' },
];

/** Title, description, price and the like. */
export function BasicFields({ form, change, errors, categories, currency, isSellable }: Props) {
  const id = useId();
  const names = categories.map(({ name }) => name);
  // A category may have been deleted since.
  const isListed = form.category === '' || names.includes(form.category);
  return (
    <>
      <Field
        name="title"
        label="Title"
        maxLength={200}
        value={form.title}
        error={errors.title}
        onChange={(title) => change({ title })}
      />
      <Field
        name="description"
        label="Description"
        lines={3}
        maxLength={1000}
        value={form.description}
        error={errors.description}
        hint="One or two sentences. Cards show the first 150 characters."
        onChange={(description) => change({ description })}
      />
      <PriceFields {...{ form, change, errors, currency, isSellable }} />
      <div className="product-form__pair">
        <div className="field">
          <label htmlFor={`${id}-category`}>Category</label>
          <select
            id={`${id}-category`}
            name="category"
            value={form.category}
            aria-invalid={errors.category ? true : undefined}
            aria-describedby={`${id}-category-hint ${id}-category-error`}
            onChange={(event) => change({ category: event.currentTarget.value })}
          >
            <option value="">No categories yet</option>
            {!isListed && <option>{form.category}</option>}
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <p className="field__hint" id={`${id}-category-hint`}>
            <a href="/admin/shop/categories">Manage categories</a>
          </p>
          <p className="field__error" id={`${id}-category-error`}>
            {errors.category}
          </p>
        </div>
        <div className="field">
          <label htmlFor={`${id}-sells`}>Licence type</label>
          <select
            id={`${id}-sells`}
            name="sells"
            value={form.sells}
            onChange={(event) => change({ sells: event.currentTarget.value as ProductSells })}
          >
            {sells.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </div>
    </>
  );
}

/** Price of a product: fixed, or a minimum and a suggestion for pay what you want. */
function PriceFields({ form, change, errors, currency, isSellable }: PriceFieldsProps) {
  const id = useId();
  const open = form.pricing === 'open';
  const isFree = !open && parsePrice(form.price) === 0;
  return (
    <>
      <div className="product-form__pair">
        <div className="field">
          <label htmlFor={`${id}-pricing`}>Price type</label>
          <select
            id={`${id}-pricing`}
            name="pricing"
            value={form.pricing}
            onChange={(event) =>
              change({ pricing: event.currentTarget.value as ProductForm['pricing'] })
            }
          >
            <option value="fixed">Fixed price</option>
            <option value="open">Buyers (with a minimum price)</option>
          </select>
        </div>
        <Field
          name="price"
          label={`${open ? 'Minimum' : 'Price'} in ${currency}`}
          value={form.price}
          error={errors.price}
          hint={open ? 'Use 0 to allow free downloads.' : 'Use 0 for a free product.'}
          onChange={(price) => change({ price })}
        />
      </div>
      {open && (
        <Field
          name="suggestedPrice"
          label={`Suggested amount in ${currency}`}
          value={form.suggested}
          error={errors.suggestedPrice}
          hint="Used unless the buyer enters another amount in the cart."
          onChange={(suggested) => change({ suggested })}
        />
      )}
      <div role="status">
        {!isSellable && !isFree && (
          <p className="banner">
            A product with a price is not for sale until a payment provider is configured: set
            PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_MERCHANT_ID on the server. Free
            products need none.
          </p>
        )}
      </div>
    </>
  );
}
