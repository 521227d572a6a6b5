import type { ProductKeySource, ProductResponse } from '#contracts/product.ts';
import { pluralize } from '../../format/pluralize.ts';
import { Field, type Option, SelectField } from '../ui/Field.tsx';
import { type ChangeForm, keysOf, type ProductForm } from './product-form.ts';

interface Props {
  form: ProductForm;
  change: ChangeForm;
  /** Number of stored keys, free and used. */
  keys: ProductResponse['keys'];
  error: string | undefined;
}

const sources: Option<ProductKeySource>[] = [
  { value: 'none', name: 'None' },
  { value: 'generated', name: 'Generated for each buyer' },
  { value: 'list', name: 'From a list' },
];

/** Licence keys for buyers: their source, and a field for more of them. */
export function KeysField({ form, change, keys, error }: Props) {
  // Turning on licence keys opens the field for them.
  const offeredSources = form.licenceType === 'keys' ? sources.slice(1) : sources;
  const source =
    form.licenceType === 'keys' && form.keysFrom === 'none' ? 'generated' : form.keysFrom;
  const added = keysOf(form.newKeys).length;
  return (
    <>
      <SelectField
        label="Source of keys"
        name="keys"
        value={source}
        error={error}
        hint={source === 'generated' && 'For example 7CKMH-XR4AP-…, without ambiguous characters.'}
        options={offeredSources}
        onChange={(keysFrom) => change({ keysFrom })}
      />
      {keys && (keys.assigned > 0 || keys.pending > 0 || source === 'list') && (
        <p className="label" role="status">
          {[
            ...(source === 'list' ? [`${pluralize(keys.left, 'key')} left`] : []),
            `${keys.assigned} assigned`,
            ...(keys.pending > 0 ? [`${keys.pending} pending for buyers`] : []),
          ].join(', ')}
        </p>
      )}
      {source === 'list' && (
        <>
          <Field
            name="newKeys"
            label="Keys to add, one per line"
            lines={5}
            value={form.newKeys}
            hint={
              added > 0
                ? `${pluralize(added, 'key')} will be added when you save; duplicates are ignored.`
                : 'When the list is empty, the product is sold out until you add more.'
            }
            onChange={(newKeys) => change({ newKeys })}
          />
          {keys && keys.left > 0 && (
            <label className="product-form__tick">
              <input
                type="checkbox"
                checked={form.removeUnusedKeys}
                onChange={(event) => change({ removeUnusedKeys: event.currentTarget.checked })}
              />
              Remove the {pluralize(keys.left, 'unused key')} from the list
            </label>
          )}
        </>
      )}
    </>
  );
}
