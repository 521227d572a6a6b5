import { type ReactNode, useEffect, useState } from 'react';
import { Field } from '../ui/Field.tsx';
import { readTaxonomy, type Taxonomy } from './article-calls.ts';
import { CategoryField } from './CategoryField.tsx';
import { characterCount, ElsewhereFields } from './ElsewhereFields.tsx';
import { DESCRIPTION_MAX, type EditorForm } from './form.ts';
import { HelpButton } from './helper/HelpButton.tsx';
import { ImageField } from './ImageField.tsx';
import { LanguageField } from './LanguageField.tsx';
import { ScheduleField } from './ScheduleField.tsx';
import { TemplateField } from './TemplateField.tsx';
import { TokenField } from './TokenField.tsx';

interface Props {
  form: EditorForm;
  /** Public id of the article; null until it is saved. */
  articleId: string | null;
  errors: Record<string, string>;
  onChange(changes: Partial<EditorForm>): void;
  /** True if subscribers get it by email. */
  newsletter: ReactNode;
  /** State of the cross-posts. */
  posts: ReactNode;
  /** Links for reading the draft. */
  sharing: ReactNode;
}

/** All fields of an article except its text. */
export function DetailFields({
  form,
  articleId,
  errors,
  onChange,
  newsletter,
  posts,
  sharing,
}: Props) {
  const [taxonomy, setTaxonomy] = useState<Taxonomy>({ categories: [], tags: [], series: [] });
  useEffect(() => {
    // Suggestions are optional: the fields work without them.
    readTaxonomy()
      .then(setTaxonomy)
      .catch(() => undefined);
  }, []);
  const bind = (name: 'description' | 'slug' | 'series') => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <div className="details">
      <Part name="About">
        <Field
          label="Description"
          lines={4}
          maxLength={DESCRIPTION_MAX}
          lang={form.language}
          hint={`For lists, search engines and shared links. ${characterCount(form.description, DESCRIPTION_MAX)}`}
          {...bind('description')}
        />
        <HelpButton action="description" form={form} onChange={onChange} />
        <ImageField
          form={form}
          error={errors.image}
          altError={errors.imageAlt}
          onChange={onChange}
        />
      </Part>
      <Part name="Classification">
        <CategoryField
          value={form.category}
          existing={taxonomy.categories}
          error={errors.category}
          onChange={(category) => onChange({ category })}
        />
        <TokenField
          label="Tags"
          name="tags"
          hint="Separate tags with commas; up to 12."
          value={form.tags}
          suggestions={taxonomy.tags.map(({ tag }) => tag)}
          error={errors.tags}
          onChange={(tags) => onChange({ tags })}
        />
        <HelpButton action="tags" form={form} onChange={onChange} />
        <Field label="Series" suggestions={taxonomy.series} {...bind('series')} />
        <LanguageField
          value={form.language}
          error={errors.language}
          onChange={(language) => onChange({ language })}
        />
      </Part>
      <Part name="Publication">
        <ScheduleField
          value={form.scheduledDate}
          error={errors.scheduledDate}
          onChange={(scheduledDate) => onChange({ scheduledDate })}
        />
        <Field
          label="Address"
          hint={
            form.slug
              ? `/blog/${form.slug}`
              : 'Generated from the title if empty. The old URL redirects after a change.'
          }
          {...bind('slug')}
        />
        {newsletter}
        <ElsewhereFields form={form} errors={errors} onChange={onChange} />
        {posts}
        {sharing}
      </Part>
      <Part name="More">
        <TemplateField
          hasText={form.markdown.trim() !== ''}
          onUse={(markdown) => onChange({ markdown })}
        />
        <div className="field">
          <label htmlFor="article-id">Article id</label>
          <input
            id="article-id"
            type="text"
            readOnly
            value={articleId ?? ''}
            placeholder="Assigned on first save"
          />
        </div>
      </Part>
    </div>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="details__part" aria-label={name}>
      <h2 className="label">{name}</h2>
      {children}
    </section>
  );
}
