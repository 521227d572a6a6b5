import { useEffect, useState } from 'react';
import { Field } from '../Field.tsx';
import { readTaxonomy, type Taxonomy } from './article-calls.ts';
import type { EditorForm } from './form.ts';

interface Props {
  form: EditorForm;
  errors: Record<string, string>;
  onChange(changes: Partial<EditorForm>): void;
}

/** Everything about an article that is not its text. */
export function DetailFields({ form, errors, onChange }: Props) {
  const [taxonomy, setTaxonomy] = useState<Taxonomy>({ categories: [], tags: [], series: [] });
  useEffect(() => {
    // Suggestions are a comfort: without them the fields work as well.
    readTaxonomy()
      .then(setTaxonomy)
      .catch(() => undefined);
  }, []);
  const bind = (name: keyof EditorForm) => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <div className="details">
      <Field
        label="Description"
        lines={3}
        maxLength={1000}
        lang={form.language}
        hint="For lists, search engines and shared links."
        {...bind('description')}
      />
      <Field
        label="Address"
        hint={
          form.slug
            ? `/blog/${form.slug}`
            : 'Made from the title when left empty. A changed address redirects.'
        }
        {...bind('slug')}
      />
      <Field
        label="Tags"
        hint="Joined by commas, 12 at most."
        suggestions={completions(
          form.tags,
          taxonomy.tags.map(({ tag }) => tag),
        )}
        {...bind('tags')}
      />
      <Field
        label="Category"
        hint="Joined by commas."
        suggestions={completions(form.category, taxonomy.categories)}
        {...bind('category')}
      />
      <Field label="Series" suggestions={taxonomy.series} {...bind('series')} />
      <Field label="Language" hint="A language tag: en, de, pt-BR." {...bind('language')} />
    </div>
  );
}

/** A datalist completes a whole field, so each suggestion carries the words before it. */
function completions(value: string, words: string[]): string[] {
  const comma = value.lastIndexOf(',');
  const before = comma === -1 ? '' : `${value.slice(0, comma + 1)} `;
  const used = new Set(value.split(',').map((word) => word.trim()));
  return words.filter((word) => !used.has(word)).map((word) => before + word);
}
