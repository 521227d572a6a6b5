import { useCallback, useId, useState } from 'react';
import { listProducts } from '../../client/product-calls.ts';
import { Field } from '../ui/Field.tsx';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';
import type { Chosen } from './form.ts';

interface Props {
  /** Null for all products. */
  chosen: Chosen[] | null;
  error: string | undefined;
  onChange(chosen: Chosen[] | null): void;
}

/** Products to which a code applies: all of them, or some that are found by title. */
export function ProductChoice({ chosen, error, onChange }: Props) {
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
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </fieldset>
  );
}

interface SomeProps {
  chosen: Chosen[];
  onChange(chosen: Chosen[]): void;
}

function SomeProducts({ chosen, onChange }: SomeProps) {
  const [search, setSearch] = useState('');
  const load = useCallback(
    (signal: AbortSignal) => listProducts({ state: 'all', search, page: 1 }, signal),
    [search],
  );
  const { loaded } = useLoaded(load);
  const foundProducts = dataOf(loaded)?.products ?? [];
  const isChosen = (product: Chosen) => chosen.some(({ _id }) => _id === product._id);
  // Chosen products stay visible during any search.
  const shown = [...chosen, ...foundProducts.filter((product) => !isChosen(product))];
  return (
    <>
      <Field
        label="Part of the title"
        name="products"
        maxLength={20}
        value={search}
        onChange={setSearch}
      />
      {loaded.state === 'failed' && <p className="field__error">{loaded.reason}</p>}
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
