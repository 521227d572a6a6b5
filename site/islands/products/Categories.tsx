import { addCategory, deleteCategory, listCategories } from '../../client/product-calls.ts';
import { pluralize } from '../../format/pluralize.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useForm } from '../ui/use-form.ts';
import { onePage, useList } from '../ui/use-list.tsx';
import { CategoryRow, NAME_MISSING } from './CategoryRow.tsx';
import { DeleteCategory } from './DeleteCategory.tsx';

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
  const { act, open } = list;
  return (
    <ListPage
      list={list}
      title="Categories"
      actions={
        <a className="button" href="/admin/shop/products">
          Products
        </a>
      }
      above={<AddForm act={act} />}
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
              act={act}
              onDelete={() =>
                open((onClose) => (
                  <DeleteCategory
                    category={category}
                    otherCategories={categories.filter(({ _id }) => _id !== category._id)}
                    onClose={onClose}
                    onConfirm={(into) => void act(() => deleteCategory(category._id, into))}
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
function AddForm({ act }: { act: Act }) {
  const { form, button, errors } = useForm({
    act,
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
