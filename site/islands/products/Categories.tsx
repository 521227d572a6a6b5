import { useState } from 'react';
import {
  addCategory,
  type Category,
  deleteCategory,
  listCategories,
  renameCategory,
} from '../../client/product-api.ts';
import { pluralize } from '../../format/pluralize.ts';
import { DialogActions } from '../ui/Dialogs.tsx';
import { Field, SelectField } from '../ui/Field.tsx';
import { ListPage, onePage, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import type { RunAction } from '../ui/use-action.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';

interface DeleteCategoryProps {
  category: Category;
  otherCategories: Category[];
  runAction: RunAction;
  onClose(): void;
}

const NAME_MISSING = 'A category needs a name.';

interface CategoryRowProps {
  category: Category;
  onRename(): void;
  onDelete(): void;
}

interface RenameCategoryProps {
  category: Category;
  runAction: RunAction;
  onClose(): void;
}

const spec = {
  defaults: {},
  load: async (_: object, signal: AbortSignal) => {
    const categories = await listCategories(signal);
    return { categories, ...onePage(categories.length) };
  },
};

/** The categories of products. */
export function Categories() {
  const list = useList(spec);
  const { runAction, open } = list;
  return (
    <ListPage
      list={list}
      title="Categories"
      actions={
        <a className="button" href="/admin/shop/products">
          Products
        </a>
      }
      above={<AddForm runAction={runAction} />}
      loading="Loading the categories"
      summary={({ result }) => pluralize(result, 'category', 'categories')}
      empty={
        <EmptyState title="No categories">
          A product needs a category before it can go on sale.
        </EmptyState>
      }
    >
      {({ categories }) => (
        <ul className="categories">
          {categories.map((category) => (
            <CategoryRow
              key={category._id}
              category={category}
              onRename={() =>
                open((onClose) => (
                  <RenameCategory category={category} runAction={runAction} onClose={onClose} />
                ))
              }
              onDelete={() =>
                open((onClose) => (
                  <DeleteCategory
                    category={category}
                    otherCategories={categories.filter(({ _id }) => _id !== category._id)}
                    onClose={onClose}
                    runAction={runAction}
                  />
                ))
              }
            />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

/** Adds a category. */
function AddForm({ runAction }: { runAction: RunAction }) {
  const { form, button, errors } = useForm({
    runAction,
    messages: { name: NAME_MISSING },
    send: (data) => addCategory(String(data.get('name'))),
    onDone: (_, element) => element.reset(),
  });
  return (
    <form className="categories__add" {...form}>
      <Field name="name" label="New category" maxLength={60} required error={errors.fields.name} />
      <button className="button button--main" {...button}>
        Add
      </button>
    </form>
  );
}

function CategoryRow({ category, onRename, onDelete }: CategoryRowProps) {
  return (
    <li className="categories__one">
      <span>
        <strong>{category.name}</strong>{' '}
        <span className="label">{pluralize(category.products, 'product')}</span>
      </span>
      <span className="list__actions">
        <SmallButton label="Rename" of={category.name} onClick={onRename} />
        <SmallButton variant="danger" label="Delete" of={category.name} onClick={onDelete} />
      </span>
    </li>
  );
}

function RenameCategory({ category, runAction, onClose }: RenameCategoryProps) {
  const { dialog, titleId, close } = useDialog(onClose);
  const { form, button, errors } = useForm({
    runAction,
    messages: { name: NAME_MISSING },
    send: (data) => renameCategory(category._id, String(data.get('name'))),
    onDone: close,
  });
  return (
    <dialog {...dialog}>
      <h2 id={titleId}>Rename {category.name}</h2>
      <form className="form" {...form}>
        <Field
          name="name"
          label="New name"
          maxLength={60}
          defaultValue={category.name}
          required
          error={errors.fields.name}
        />
        <DialogActions submit="Save" button={button} onCancel={close} />
      </form>
    </dialog>
  );
}

/** Confirms the deletion of a category and asks for the new category of its products. */
function DeleteCategory({ category, otherCategories, runAction, onClose }: DeleteCategoryProps) {
  const { dialog, titleId, close } = useDialog(onClose);
  const [into, setInto] = useState(otherCategories[0]?._id ?? '');
  const full = category.products > 0;
  const stuck = full && into === '';
  const { form, button, errors } = useForm({
    runAction,
    isReady: !stuck,
    send: () => deleteCategory(category._id, full ? into : null),
    onDone: close,
  });
  return (
    <dialog {...dialog}>
      <h2 id={titleId}>Delete {category.name}?</h2>
      <form className="form" {...form}>
        {full ? (
          <SelectField
            label={`Move its ${pluralize(category.products, 'product')} to`}
            name="into"
            value={into}
            error={stuck ? 'Add another category first.' : errors.fields.into}
            options={otherCategories.map(({ _id, name }) => ({ value: _id, name }))}
            onChange={setInto}
          />
        ) : (
          <p>It contains no products.</p>
        )}
        <DialogActions
          variant="danger"
          submit="Delete"
          button={{ ...button, 'aria-disabled': stuck || button['aria-disabled'] }}
          onCancel={close}
        />
      </form>
    </dialog>
  );
}
