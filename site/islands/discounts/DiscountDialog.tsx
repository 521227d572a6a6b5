import { useId, useState } from 'react';
import type { DiscountKind } from '#contracts/discount.ts';
import { Field } from '../ui/Field.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';
import { ClockField } from './ClockField.tsx';
import { type Discount, saveDiscount } from './discount-calls.ts';
import { checkForm, type DiscountForm, formOf, randomCode, toDiscountInput } from './form.ts';
import { ProductChoice } from './ProductChoice.tsx';

interface Props {
  /** Null for a new one. */
  discount: Discount | null;
  currency: string;
  zone: string;
  act: Act;
  onClose(): void;
}

/** Creates or edits a discount code. */
export function DiscountDialog({ discount, currency, zone, act, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  const id = useId();
  const [now, setNow] = useState<DiscountForm>(() => formOf(discount));
  const change = (changes: Partial<DiscountForm>) => setNow((form) => ({ ...form, ...changes }));
  const { errors, form, button } = useForm({
    act,
    check: () => checkForm(now),
    send: () => saveDiscount(discount?._id ?? null, toDiscountInput(now)),
    onDone: close,
  });
  const { fields } = errors;
  return (
    <dialog
      ref={dialog}
      className="dialog discounts__dialog"
      aria-labelledby={`${id}-title`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`}>{discount ? `Edit ${discount.code}` : 'Create a code'}</h2>
      <form className="form discounts__form" {...form}>
        <div className="discounts__made">
          <Field
            label="Code"
            name="code"
            maxLength={40}
            value={now.code}
            error={fields.code}
            hint="Not case-sensitive."
            onChange={(code) => change({ code })}
          />
          <button type="button" className="button" onClick={() => change({ code: randomCode() })}>
            Generate
          </button>
        </div>
        <div className="discounts__pair">
          <div className="field">
            <label htmlFor={`${id}-kind`}>Discount type</label>
            <select
              id={`${id}-kind`}
              name="kind"
              value={now.kind}
              onChange={(event) => change({ kind: event.currentTarget.value as DiscountKind })}
            >
              <option value="percent">Per cent</option>
              <option value="amount">An amount</option>
            </select>
          </div>
          <Field
            label={now.kind === 'percent' ? 'Percentage' : `Amount in ${currency}`}
            name="value"
            maxLength={12}
            value={now.value}
            error={fields.value}
            onChange={(value) => change({ value })}
          />
          <ClockField
            label="From"
            name="from"
            value={now.from}
            error={fields.from}
            hint={`Time zone: ${zone.replaceAll('_', ' ')}. Leave empty to start immediately.`}
            onChange={(from) => change({ from })}
          />
          <ClockField
            label="Until"
            name="until"
            value={now.until}
            error={fields.until}
            hint="Leave empty for no end."
            onChange={(until) => change({ until })}
          />
          <Field
            label="Maximum redemptions"
            name="maxUses"
            maxLength={7}
            value={now.maxUses}
            error={fields.maxUses}
            hint="Leave empty for no limit."
            onChange={(maxUses) => change({ maxUses })}
          />
          <Field
            label="Maximum per member"
            name="maxUsesEach"
            maxLength={7}
            value={now.maxUsesEach}
            error={fields.maxUsesEach}
            hint="Leave empty for no limit."
            onChange={(maxUsesEach) => change({ maxUsesEach })}
          />
        </div>
        <ProductChoice
          chosen={now.products}
          error={fields.products}
          onChange={(products) => change({ products })}
        />
        <p className="dialog__actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button className="button button--main" {...button}>
            {discount ? 'Save' : 'Create'}
          </button>
        </p>
      </form>
    </dialog>
  );
}
