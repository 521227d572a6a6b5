import { useState } from 'react';
import { type Category, renameCategory } from '../../client/product-calls.ts';
import { pluralize } from '../../format/pluralize.ts';
import { Field } from '../ui/Field.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useForm } from '../ui/use-form.ts';

/** Adds a category. */
export const NAME_MISSING = 'A category needs a name.';

interface Props {
  category: Category;
  act: Act;
  onDelete(): void;
}

/** A category with its name, which can be changed in place. */
export function CategoryRow({ category, act, onDelete }: Props) {
  const [isRenaming, setIsRenaming] = useState(false);
  const of = <span className="quiet"> {category.name}</span>;
  if (isRenaming) {
    return (
      <li className="categories__one">
        <RenameForm category={category} act={act} onClose={() => setIsRenaming(false)} />
      </li>
    );
  }
  return (
    <li className="categories__one">
      <span>
        <strong>{category.name}</strong>{' '}
        <span className="label">{pluralize(category.products, 'product')}</span>
      </span>
      <span className="list__actions">
        <button type="button" className="button button--small" onClick={() => setIsRenaming(true)}>
          Rename{of}
        </button>
        <button type="button" className="button button--small button--danger" onClick={onDelete}>
          Delete{of}
        </button>
      </span>
    </li>
  );
}

function RenameForm({
  category,
  act,
  onClose,
}: Pick<Props, 'category' | 'act'> & { onClose(): void }) {
  const { form, button, errors } = useForm({
    act,
    messages: { name: NAME_MISSING },
    send: (data) => renameCategory(category._id, String(data.get('name'))),
    onDone: onClose,
  });
  return (
    <form className="categories__rename" {...form}>
      <Field
        name="name"
        label={`Name of ${category.name}`}
        maxLength={60}
        defaultValue={category.name}
        required
        error={errors.fields.name}
      />
      <button className="button button--small button--main" {...button}>
        Save
      </button>
      <button type="button" className="button button--small" onClick={onClose}>
        Cancel
      </button>
    </form>
  );
}
