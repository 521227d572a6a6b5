import { useId } from 'react';
import { Field } from '../Field.tsx';
import { type ChangeForm, type ProductForm, priceOf } from './form.ts';

interface Props {
  form: ProductForm;
  change: ChangeForm;
  errors: Record<string, string>;
  currency: string;
  isSellable: boolean;
}

/** What a product costs: a fixed price, or the least and a proposal where buyers choose. */
export function PriceFields({ form, change, errors, currency, isSellable }: Props) {
  const id = useId();
  const open = form.pricing === 'open';
  const isFree = !open && priceOf(form.price) === 0;
  return (
    <>
      <div className="product-form__pair">
        <div className="field">
          <label htmlFor={`${id}-pricing`}>Who decides the price</label>
          <select
            id={`${id}-pricing`}
            name="pricing"
            value={form.pricing}
            onChange={(event) =>
              change({ pricing: event.currentTarget.value as ProductForm['pricing'] })
            }
          >
            <option value="fixed">You: one for all</option>
            <option value="open">Buyers, from a minimum on</option>
          </select>
        </div>
        <Field
          name="price"
          label={`${open ? 'Minimum' : 'Price'} in ${currency}`}
          value={form.price}
          error={errors.price}
          hint={open ? '0 lets it go for nothing as well.' : '0 for a free one.'}
          onChange={(price) => change({ price })}
        />
      </div>
      {open && (
        <Field
          name="suggestedPrice"
          label={`Suggested amount in ${currency}`}
          value={form.suggested}
          error={errors.suggestedPrice}
          hint="What is paid unless a buyer chooses another amount in the bag."
          onChange={(suggested) => change({ suggested })}
        />
      )}
      <div role="status">
        {!isSellable && !isFree && (
          <p className="notice">
            A product with a price is not for sale until a payment service is set up: set
            PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_MERCHANT_ID on the server. Free
            products need none.
          </p>
        )}
      </div>
    </>
  );
}
