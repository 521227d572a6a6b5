import { useEffect, useId, useRef, useState } from 'react';
import type { DiscountKind } from '#contracts/discount.ts';
import type { Act } from '../account/use-account.ts';
import { useSectionForm } from '../account/use-section-form.ts';
import { Field } from '../Field.tsx';
import { ClockField } from './ClockField.tsx';
import { type Discount, saveDiscount } from './discount-calls.ts';
import { checkForm, type DiscountForm, formOf, madeUpCode, wishOf } from './form.ts';
import { ProductChoice } from './ProductChoice.tsx';

interface Props {
  /** Null for a new one. */
  discount: Discount | null;
  currency: string;
  zone: string;
  act: Act;
  onClose(): void;
}

/** Makes a code, or changes one. */
export function DiscountDialog({ discount, currency, zone, act, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [now, setNow] = useState<DiscountForm>(() => formOf(discount));
  const change = (changes: Partial<DiscountForm>) => setNow((form) => ({ ...form, ...changes }));
  const { errors, busy, form, onSubmit } = useSectionForm(
    async () => {
      const outcome = await act(() => saveDiscount(discount?._id ?? null, wishOf(now)));
      if (outcome.done) dialog.current?.close();
      return outcome;
    },
    () => checkForm(now),
  );
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="dialog discounts__dialog"
      aria-labelledby={`${id}-title`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`}>{discount ? `Edit ${discount.code}` : 'Create a code'}</h2>
      <form className="form discounts__form" ref={form} onSubmit={onSubmit} noValidate>
        <div className="discounts__made">
          <Field
            label="Code"
            name="code"
            maxLength={40}
            value={now.code}
            error={errors.code}
            hint="Small letters count as capitals."
            onChange={(code) => change({ code })}
          />
          <button type="button" className="button" onClick={() => change({ code: madeUpCode() })}>
            Make one up
          </button>
        </div>
        <div className="discounts__pair">
          <div className="field">
            <label htmlFor={`${id}-kind`}>Takes off</label>
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
            label={now.kind === 'percent' ? 'Per cent' : `Amount in ${currency}`}
            name="value"
            maxLength={12}
            value={now.value}
            error={errors.value}
            onChange={(value) => change({ value })}
          />
          <ClockField
            label="From"
            name="from"
            value={now.from}
            error={errors.from}
            hint={`On clocks in ${zone.replaceAll('_', ' ')}. Empty: at once.`}
            onChange={(from) => change({ from })}
          />
          <ClockField
            label="Until"
            name="until"
            value={now.until}
            error={errors.until}
            hint="Empty: without an end."
            onChange={(until) => change({ until })}
          />
          <Field
            label="Uses in all"
            name="maxUses"
            maxLength={7}
            value={now.maxUses}
            error={errors.maxUses}
            hint="Empty: no limit."
            onChange={(maxUses) => change({ maxUses })}
          />
          <Field
            label="Uses for each member"
            name="maxUsesEach"
            maxLength={7}
            value={now.maxUsesEach}
            error={errors.maxUsesEach}
            hint="Empty: no limit."
            onChange={(maxUsesEach) => change({ maxUsesEach })}
          />
        </div>
        <ProductChoice
          chosen={now.products}
          error={errors.products}
          onChange={(products) => change({ products })}
        />
        <p className="dialog__actions">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="button button--main" aria-disabled={busy || undefined}>
            {discount ? 'Save' : 'Create'}
          </button>
        </p>
      </form>
    </dialog>
  );
}
