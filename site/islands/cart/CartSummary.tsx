import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Cart } from '#contracts/cart.ts';
import { discountMessages } from '#contracts/discount-messages.ts';
import type { CheckoutResponse } from '#contracts/order.ts';
import { callApi, ReadableError } from '../../client/api-client.ts';
import { readReceiptAddress, storeReceiptAddress } from '../../client/pending-purchase.ts';
import { priceText } from '../../format/price.ts';
import {
  $amountErrors,
  $cart,
  applyDiscountCode,
  loadCart,
  removeDiscountCode,
  whenCartIsSaved,
} from '../../stores/cart.ts';
import { FactList } from '../ui/FactList.tsx';
import { Field, FieldError } from '../ui/Field.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { useFocusFallbackWithin } from '../ui/use-focus-fallback.ts';
import { type FieldErrors, useForm } from '../ui/use-form.ts';
import { amountFieldId, type RunCartAction } from './CartLine.tsx';

interface Props {
  cart: Cart;
  userId: string;
  runAction: RunCartAction;
}

/** Totals of the cart, the discount code, and the form that starts the payment. */
export function CartSummary({ cart, userId, runAction }: Props) {
  const money = (price: number) => priceText(price, cart.currency);
  return (
    <section className="cart__summary" aria-label="Summary">
      <FactList
        className="cart__sums"
        facts={[
          ['Subtotal', money(cart.subtotal)],
          cart.discount > 0 && [`Discount ${cart.code?.code}`, `−${money(cart.discount)}`],
          ['Total', money(cart.total)],
        ]}
      />
      <DiscountCode code={cart.code} runAction={runAction} />
      <PayForm cart={cart} userId={userId} />
    </section>
  );
}

/** Form for a discount code, or the applied code. The focus moves from one to the other. */
function DiscountCode({ code, runAction }: { code: Cart['code']; runAction: RunCartAction }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusFallbackWithin(place);
  return (
    <div className="cart__code" ref={place}>
      {code === null ? (
        <CodeForm />
      ) : (
        <div className="cart__code-used">
          <p role="status">
            <strong>{code.code}</strong> {code.label}
          </p>
          <SmallButton
            label="Remove"
            of={`the code ${code.code}`}
            onPress={() => runAction(removeDiscountCode)}
          />
          {code.problem !== null && <p className="field__error">{code.problem}</p>}
        </div>
      )}
    </div>
  );
}

function CodeForm() {
  const codeOf = (data: FormData) => String(data.get('code')).trim();
  const { form, button, errors } = useForm({
    check: (data): Record<string, string> =>
      codeOf(data) === '' ? { code: discountMessages.empty } : {},
    send: (data) => applyDiscountCode(codeOf(data)),
  });
  const error = errors.fields.code ?? errors.form;
  return (
    <form className="cart__code-form field" {...form}>
      <label htmlFor="discount-code">Discount code</label>
      <div className="cart__code-row">
        <input
          id="discount-code"
          name="code"
          type="text"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={error ? true : undefined}
          aria-describedby="discount-code-error"
        />
        <button className="button" {...button}>
          Apply
        </button>
      </div>
      <FieldError id="discount-code-error">{error}</FieldError>
    </form>
  );
}

const payNames = { paypal: 'with PayPal', demo: 'at the demo provider', none: '' } as const;

const messages = {
  terms: 'Please agree to the terms.',
  immediate: 'Please agree to immediate delivery.',
  country_code: 'Enter a two-letter country code, such as DE.',
};

/**
 * Starts the payment. It waits for pending changes, because the API would compare the total with that of a cart without
 * them.
 * @param total the total that the buyer sees; the API refuses another one
 * @throws ReadableError if the changes lead to another total
 */
async function startCheckout(total: number): Promise<CheckoutResponse> {
  await whenCartIsSaved();
  if ($cart.get()?.total !== total)
    throw new ReadableError('The total has changed. Please check it.');
  try {
    const body = { terms: true, immediate: true, total };
    return await callApi<CheckoutResponse>('POST', '/api/checkout', { body });
  } catch (error) {
    // The caller shows the reason; the cart may have changed elsewhere.
    await loadCart().catch(() => undefined);
    throw error;
  }
}

function PayForm({ cart, userId }: { cart: Cart; userId: string }) {
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    // The browser's back button returns from the provider to the page in its earlier state.
    const stay = () => setIsLeaving(false);
    addEventListener('pageshow', stay);
    return () => removeEventListener('pageshow', stay);
  }, []);
  const { form, button, errors } = useForm({
    messages,
    send: () => startCheckout(cart.total),
    onDone({ approveUrl }) {
      setIsLeaving(true);
      location.assign(approveUrl);
    },
  });
  const isFree = cart.total === 0;
  const blocked = blockingReason(cart);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const refused = cart.cart.find(({ _id }) => $amountErrors.get()[_id]);
    const amount = refused && document.getElementById(amountFieldId(refused._id));
    if (amount) amount.focus();
    else if (!blocked && !isLeaving) form.onSubmit(event);
  }

  return (
    <form className="cart__pay" aria-label="Pay" {...form} onSubmit={submit}>
      {cart.payment === 'demo' && !isFree && (
        <p className="banner">
          <strong>Demo. </strong>
          No money is charged. On the next page you choose the outcome of the payment.
        </p>
      )}
      <ReceiptAddress userId={userId} errors={errors.fields} />
      <Consent name="terms" label="I agree to the terms." error={errors.fields.terms}>
        <details className="cart__terms">
          <summary>Read the terms</summary>
          {cart.terms.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </details>
      </Consent>
      <Consent
        name="immediate"
        label="I agree to immediate delivery and acknowledge that I thereby lose my right of withdrawal."
        error={errors.fields.immediate}
      />
      {blocked && <p className="banner">{blocked}</p>}
      <button
        className="button button--main"
        {...button}
        aria-disabled={blocked !== null || isLeaving || button['aria-disabled']}
        aria-busy={isLeaving || button['aria-busy']}
      >
        {isFree
          ? 'Get it for free'
          : `Pay ${priceText(cart.total, cart.currency)} ${payNames[cart.payment]}`}
      </button>
      <p className="form__error" role="alert">
        {errors.form}
      </p>
    </form>
  );
}

function blockingReason({ cart, code, payment, total }: Cart): string | null {
  if (cart.some(({ state }) => state !== 'ready'))
    return 'Please remove the unavailable products first.';
  if (code && code.problem !== null) return 'Please remove the invalid discount code first.';
  if (payment === 'none' && total > 0)
    return 'This shop cannot accept payments right now. Your cart has been kept.';
  return null;
}

interface ConsentProps {
  name: 'terms' | 'immediate';
  label: string;
  error: string | undefined;
  children?: React.ReactNode;
}

function Consent({ name, label, error, children }: ConsentProps) {
  const id = `agree-${name}`;
  return (
    <div className="cart__check">
      <label className="check">
        <input
          id={id}
          name={name}
          type="checkbox"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
        />
        <span>{label}</span>
      </label>
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

const addressFields = [
  ['recipient_name', 'Name or company', 'billing name', 200],
  ['line1', 'Street and number', 'billing street-address', 300],
  ['postal_code', 'Postal code', 'billing postal-code', 40],
  ['city', 'City', 'billing address-level2', 120],
  ['country_code', 'Country code (two letters)', 'billing country', 2],
] as const;

/** Optional fields for the recipient on the receipt. */
function ReceiptAddress({ userId, errors }: { userId: string; errors: FieldErrors }) {
  const [storedAddress] = useState(() => readReceiptAddress(userId));
  const keep = (box: HTMLElement) => {
    const inputs = [...box.querySelectorAll('input')];
    const values = inputs.map(({ name, value, validity }) => [name, validity.valid ? value : '']);
    storeReceiptAddress(userId, Object.fromEntries(values));
  };
  return (
    <details
      className="cart__address"
      open={Object.keys(storedAddress).length > 0 || errors.country_code !== undefined}
      onInput={(event) => keep(event.currentTarget)}
    >
      <summary>Receipt address</summary>
      <p className="quiet-note">Optional. If empty, the receipt shows your account name.</p>
      {addressFields.map(([name, label, autoComplete, maxLength]) => (
        <Field
          key={name}
          label={label}
          name={name}
          autoComplete={autoComplete}
          maxLength={maxLength}
          defaultValue={storedAddress[name]}
          error={errors[name]}
          {...(name === 'country_code' && { pattern: '[A-Za-z]{2}' })}
        />
      ))}
    </details>
  );
}
