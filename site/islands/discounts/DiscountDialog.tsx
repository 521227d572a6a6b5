import { useCallback, useId, useState } from 'react';
import type { DiscountKind } from '#contracts/discount.ts';
import { listProducts } from '../../client/product-api.ts';
import { DialogActions } from '../ui/Dialogs.tsx';
import { Field, FieldError, type Option, SelectField } from '../ui/Field.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import type { RunAction } from '../ui/use-action.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useFetch } from '../ui/use-fetch.ts';
import { useForm } from '../ui/use-form.ts';
import {
  checkDiscountForm,
  type Discount,
  type DiscountForm,
  type DiscountProduct,
  discountFormOf,
  randomCode,
  saveDiscount,
  toDiscountInput,
} from './discount.ts';

interface ProductChoiceProps {
  /** Null for all products. */
  chosen: DiscountProduct[] | null;
  error: string | undefined;
  onChange(chosen: DiscountProduct[] | null): void;
}

interface SomeProps {
  chosen: DiscountProduct[];
  onChange(chosen: DiscountProduct[]): void;
}

type TextField = Exclude<keyof DiscountForm, 'kind' | 'products'>;

interface Props {
  /** Null for a new one. */
  discount: Discount | null;
  currency: string;
  zone: string;
  runAction: RunAction;
  onClose(): void;
}

const kinds: Option<DiscountKind>[] = [
  { value: 'percent', name: 'Per cent' },
  { value: 'amount', name: 'An amount' },
];

/** Creates or edits a discount code. */
export function DiscountDialog({ discount, currency, zone, runAction, onClose }: Props) {
  const { dialog, titleId, close } = useDialog(onClose);
  const [now, setNow] = useState<DiscountForm>(() => discountFormOf(discount));
  const change = (changes: Partial<DiscountForm>) => setNow((form) => ({ ...form, ...changes }));
  const { errors, form, button } = useForm({
    runAction,
    check: () => checkDiscountForm(now),
    send: () => saveDiscount(discount?._id ?? null, toDiscountInput(now)),
    onDone: close,
  });
  const { fields } = errors;
  const field = (name: TextField) => ({
    name,
    value: now[name],
    error: fields[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <dialog {...dialog} className="dialog discounts__dialog">
      <h2 id={titleId}>{discount ? `Edit ${discount.code}` : 'Create a code'}</h2>
      <form className="form discounts__form" {...form}>
        <div className="discounts__made">
          <Field label="Code" maxLength={40} hint="Not case-sensitive." {...field('code')} />
          <button type="button" className="button" onClick={() => change({ code: randomCode() })}>
            Generate
          </button>
        </div>
        <div className="discounts__pair">
          <SelectField
            label="Discount type"
            name="kind"
            value={now.kind}
            options={kinds}
            onChange={(kind) => change({ kind })}
          />
          <Field
            label={now.kind === 'percent' ? 'Percentage' : `Amount in ${currency}`}
            maxLength={12}
            {...field('value')}
          />
          <Field
            type="datetime-local"
            label="From"
            hint={`Time zone: ${zone.replaceAll('_', ' ')}. Leave empty to start immediately.`}
            {...field('from')}
          />
          <Field
            type="datetime-local"
            label="Until"
            hint="Leave empty for no end."
            {...field('until')}
          />
          <Field
            label="Maximum redemptions"
            maxLength={7}
            hint="Leave empty for no limit."
            {...field('maxRedemptions')}
          />
          <Field
            label="Maximum per member"
            maxLength={7}
            hint="Leave empty for no limit."
            {...field('maxRedemptionsPerCustomer')}
          />
        </div>
        <ProductChoice
          chosen={now.products}
          error={fields.products}
          onChange={(products) => change({ products })}
        />
        <DialogActions submit={discount ? 'Save' : 'Create'} button={button} onCancel={close} />
      </form>
    </dialog>
  );
}

/** Products to which a code applies: all of them, or some that are found by title. */
function ProductChoice({ chosen, error, onChange }: ProductChoiceProps) {
  const id = useId();
  return (
    <fieldset className="discounts__products" aria-describedby={`${id}-error`}>
      <legend className="field__label">Applies to</legend>
      <label className="check">
        <input
          type="radio"
          name="scope"
          checked={chosen === null}
          onChange={() => onChange(null)}
        />
        All products
      </label>
      <label className="check">
        <input
          type="radio"
          name="scope"
          checked={chosen !== null}
          onChange={() => onChange(chosen ?? [])}
        />
        Selected products
      </label>
      {chosen && <SomeProducts chosen={chosen} onChange={onChange} />}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

function SomeProducts({ chosen, onChange }: SomeProps) {
  const [search, setSearch] = useState('');
  const load = useCallback(
    (signal: AbortSignal) => listProducts({ state: 'all', search, page: 1 }, signal),
    [search],
  );
  const { loaded, reload } = useFetch(load);
  const foundProducts = loaded.value?.products ?? [];
  const isChosen = (product: DiscountProduct) => chosen.some(({ _id }) => _id === product._id);
  // Chosen products stay visible during any search.
  const shown = [...chosen, ...foundProducts.filter((product) => !isChosen(product))];
  return (
    <>
      <SearchField
        label="Part of the title"
        name="products"
        maxLength={20}
        value={search}
        onSearch={setSearch}
      />
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      <ul className="discounts__found" aria-label="Products">
        {shown.map(({ _id, title }) => (
          <li key={_id}>
            <label className="check">
              <input
                type="checkbox"
                checked={isChosen({ _id, title })}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? [...chosen, { _id, title }]
                      : chosen.filter((one) => one._id !== _id),
                  )
                }
              />
              <span>{title}</span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
