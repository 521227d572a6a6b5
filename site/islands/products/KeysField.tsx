import { useId } from 'react';
import type { ProductKeySource, ProductResponse } from '#contracts/product.ts';
import { counted } from '../../lib/counted.ts';
import { Field } from '../Field.tsx';
import { type ChangeForm, keysOf, type ProductForm } from './form.ts';

interface Props {
  form: ProductForm;
  change: ChangeForm;
  /** How it stands with the keys that are stored. */
  keys: ProductResponse['keys'];
  error: string | undefined;
}

const sources: { value: ProductKeySource; name: string }[] = [
  { value: 'none', name: 'None' },
  { value: 'generated', name: 'Made for each buyer' },
  { value: 'list', name: 'From my own list' },
];

/** Whether buyers get licence keys, where these come from, and more of them. */
export function KeysField({ form, change, keys, error }: Props) {
  const id = useId();
  // Whoever sells keys gives some.
  const offered = form.sells === 'keys' ? sources.slice(1) : sources;
  const source = form.sells === 'keys' && form.keysFrom === 'none' ? 'generated' : form.keysFrom;
  const added = keysOf(form.newKeys).length;
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Where keys come from</label>
        <select
          id={id}
          name="keys"
          value={source}
          onChange={(event) => change({ keysFrom: event.currentTarget.value as ProductKeySource })}
        >
          {offered.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        {source === 'generated' && (
          <p className="field__hint">Such as 7CKMH-XR4AP-… : no letters that look alike.</p>
        )}
        <p className="field__error">{error}</p>
      </div>
      {keys && (keys.given > 0 || keys.owed > 0 || source === 'list') && (
        <p className="label" role="status">
          {[
            ...(source === 'list' ? [`${counted(keys.left, 'key')} left`] : []),
            `${keys.given} given`,
            ...(keys.owed > 0 ? [`${keys.owed} owed to buyers`] : []),
          ].join(', ')}
        </p>
      )}
      {source === 'list' && (
        <>
          <Field
            name="newKeys"
            label="Keys to add, one a line"
            lines={5}
            value={form.newKeys}
            hint={
              added > 0
                ? `${counted(added, 'key')} will be added when you save; those on the list already are left out.`
                : 'When the list is empty, the product cannot be bought until you add more.'
            }
            onChange={(newKeys) => change({ newKeys })}
          />
          {keys && keys.left > 0 && (
            <label className="product-form__tick">
              <input
                type="checkbox"
                checked={form.forgetKeys}
                onChange={(event) => change({ forgetKeys: event.currentTarget.checked })}
              />
              Take the {counted(keys.left, 'key')} that nobody has got off the list
            </label>
          )}
        </>
      )}
    </>
  );
}
