import type { LicenceType } from '#contracts/product.ts';
import type { Category } from '../../client/product-api.ts';
import { parsePrice } from '../../format/price.ts';
import { Field, type Option, SelectField } from '../ui/Field.tsx';
import type { ChangeForm, ProductForm } from './product-form.ts';

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
  /** True if the shop has a payment provider that sells the product with a price. */
  isSellable: boolean;
}

const licenceTypes: Option<LicenceType>[] = [
  { value: 'copy', name: 'Single copy (one per buyer)' },
  { value: 'seats', name: 'Seats (one per person)' },
  { value: 'keys', name: 'Licence keys (any number)' },
];

const pricings: Option<ProductForm['pricing']>[] = [
  { value: 'fixed', name: 'Fixed price' },
  { value: 'custom', name: 'Buyers (with a minimum price)' },
];

/** Title, description, price and the like. */
export function BasicFields({ form, change, errors, categories, currency, isSellable }: Props) {
  const names = categories.map(({ name }) => name);
  // A category may have been deleted since.
  const isListed = form.category === '' || names.includes(form.category);
  const listed = isListed ? names : [form.category, ...names];
  const field = (name: 'title' | 'description') => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <>
      <Field label="Title" maxLength={200} {...field('title')} />
      <Field
        label="Description"
        lines={3}
        maxLength={1000}
        hint="One or two sentences. Cards show the first 150 characters."
        {...field('description')}
      />
      <PriceFields
        form={form}
        change={change}
        errors={errors}
        currency={currency}
        isSellable={isSellable}
      />
      <div className="product-form__pair">
        <SelectField
          label="Category"
          name="category"
          value={form.category}
          error={errors.category}
          hint={<a href="/admin/shop/categories">Manage categories</a>}
          options={[
            { value: '', name: 'No category' },
            ...listed.map((name) => ({ value: name, name })),
          ]}
          onChange={(category) => change({ category })}
        />
        <SelectField
          label="Licence type"
          name="licenceType"
          value={form.licenceType}
          options={licenceTypes}
          onChange={(licenceType) => change({ licenceType })}
        />
      </div>
    </>
  );
}

/** Price of a product: fixed, or a minimum and a suggestion for pay what you want. */
function PriceFields({ form, change, errors, currency, isSellable }: PriceFieldsProps) {
  const isCustom = form.pricing === 'custom';
  const isFree = !isCustom && parsePrice(form.price) === 0;
  return (
    <>
      <div className="product-form__pair">
        <SelectField
          label="Price type"
          name="pricing"
          value={form.pricing}
          options={pricings}
          onChange={(pricing) => change({ pricing })}
        />
        <Field
          name="price"
          label={`${isCustom ? 'Minimum' : 'Price'} in ${currency}`}
          value={form.price}
          error={errors.price}
          hint={isCustom ? 'Use 0 to allow free downloads.' : 'Use 0 for a free product.'}
          onChange={(price) => change({ price })}
        />
      </div>
      {isCustom && (
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
