import { useId } from 'react';
import { parsePrice } from '../../format/price.ts';
import { Field } from '../ui/Field.tsx';
import type { ChangeForm, ProductForm } from './form.ts';

interface Props {
  form: ProductForm;
  change: ChangeForm;
  errors: Record<string, string | undefined>;
  currency: string;
  isSellable: boolean;
}

/** Price of a product: fixed, or a minimum and a suggestion for pay what you want. */
export function PriceFields({ form, change, errors, currency, isSellable }: Props) {
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
          <p className="notice">
            A product with a price is not for sale until a payment provider is configured: set
            PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_MERCHANT_ID on the server. Free
            products need none.
          </p>
        )}
      </div>
    </>
  );
}
