import {
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { StoredImage } from '#contracts/upload.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { Field, FieldError } from '../ui/Field.tsx';
import { ImageUploads } from '../ui/images/image-uploads.ts';
import { UploadList } from '../ui/images/UploadList.tsx';
import { useMediaLibrary } from '../ui/images/use-media-library.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { HelpButton } from './ai-helper/AiHelperButtons.tsx';
import { readTaxonomy, readTemplates, type Taxonomy } from './article-api.ts';
import { CategoryField, LanguageField, TokenField } from './ClassificationFields.tsx';
import { DESCRIPTION_MAX, type EditorForm } from './form.ts';
import { CrossPostFields, characterCount, ScheduleField } from './PublicationFields.tsx';

interface TemplateFieldProps {
  /** True if a template would replace existing text. */
  hasText: boolean;
  onUse(markdown: string): void;
}

interface Props {
  form: EditorForm;
  /** Public id of the article; null until it is saved. */
  articleId: string | null;
  errors: Record<string, string>;
  /** Has to be stable: uploads call it when they are complete. */
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
          label="Slug"
          hint={
            form.slug
              ? `/blog/${form.slug}`
              : 'Generated from the title if empty. The old URL redirects after a change.'
          }
          {...bind('slug')}
        />
        {newsletter}
        <CrossPostFields form={form} errors={errors} onChange={onChange} />
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

/** Starts the text from a template; asks before existing text is replaced. */
function TemplateField({ hasText, onUse }: TemplateFieldProps) {
  const [name, setName] = useState('');
  const [isConfirming, setIsConfirming] = useState(false);
  const { loaded } = useFetch(readTemplates);
  const templates = loaded.value ?? [];
  const id = useId();

  function use(): void {
    const template = templates.find((one) => one.name === name);
    if (template === undefined) return;
    onUse(template.markdown);
    setName('');
  }

  return (
    <div className="field">
      <label htmlFor={id}>Article template</label>
      <div className="template-field">
        <select
          id={id}
          name="template"
          value={name}
          aria-describedby={`${id}-error`}
          onChange={(event) => setName(event.currentTarget.value)}
        >
          <option value="">None</option>
          {templates.map((template) => (
            <option key={template.name} value={template.name}>
              {template.name}
            </option>
          ))}
        </select>
        <SmallButton
          label="Use template"
          aria-disabled={name === ''}
          onClick={() => {
            if (name === '') return;
            if (hasText) setIsConfirming(true);
            else use();
          }}
        />
      </div>
      <FieldError id={`${id}-error`}>{loaded.state === 'failed' && loaded.reason}</FieldError>
      {isConfirming && (
        <ConfirmDialog
          title="Replace the text?"
          confirm="Replace the text"
          onConfirm={use}
          onClose={() => setIsConfirming(false)}
        >
          The template replaces the current text. Use Undo (Ctrl+Z) to get it back.
        </ConfirmDialog>
      )}
    </div>
  );
}

interface ImageFieldProps {
  form: EditorForm;
  error: string | undefined;
  altError: string | undefined;
  onChange(changes: Partial<EditorForm>): void;
}

/** An uploaded image, or one of the media library with its alt text. */
type TakenImage = Pick<StoredImage, 'public_id' | 'url'> & Partial<Pick<StoredImage, 'alt'>>;

/** Image of the article: uploaded when chosen, or taken from the media library; with preview and alt text. */
function ImageField({ form, error, altError, onChange }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const latestForm = useRef(form);
  useLayoutEffect(() => {
    latestForm.current = form;
  }, [form]);
  const [uploads] = useState(
    (): ImageUploads =>
      new ImageUploads({
        folder: 'articles',
        // Called even when the details are closed.
        onChange({ now }) {
          if (now.state === 'done') take(now.uploaded);
        },
      }),
  );
  const library = useMediaLibrary(take);
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  const busy = items.some(({ now }) => now.state !== 'offered' && now.state !== 'failed');

  function handleFile(file: File | undefined): void {
    if (!file) return;
    // Choosing another image cancels the first upload.
    for (const { id } of items) uploads.remove(id);
    uploads.add([file]);
  }
  function take({ public_id: image, url: imageUrl, alt = '' }: TakenImage): void {
    for (const { id } of uploads.read()) uploads.remove(id);
    const now = latestForm.current;
    // The alt text of another image does not apply to this one.
    const currentAlt = now.image === '' || now.image === image ? now.imageAlt : '';
    onChange({ image, imageUrl, imageAlt: currentAlt || alt });
  }

  return (
    <div className="image-field">
      {form.imageUrl !== '' && (
        <img className="image-field__shown" src={form.imageUrl} alt={form.imageAlt} />
      )}
      <div className="field">
        <label htmlFor="article-image">Article image</label>
        <input
          ref={input}
          id="article-image"
          name="image"
          type="file"
          accept="image/*"
          aria-invalid={error ? true : undefined}
          aria-describedby="article-image-hint article-image-error"
          onChange={({ currentTarget }) => {
            handleFile(currentTarget.files?.[0]);
            // Reset, so that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <p className="field__hint" id="article-image-hint" role="status">
          {busy
            ? 'Uploading'
            : 'A JPEG or PNG of at most 1 MB. Other images can be shrunk and converted.'}
        </p>
        <FieldError id="article-image-error">{error}</FieldError>
      </div>
      <SmallButton label="Choose from media library" onPress={() => library.open()} />
      {library.dialog}
      {items.length > 0 && <UploadList uploads={uploads} items={items} done={() => null} />}
      {form.image !== '' && (
        <>
          <Field
            name="imageAlt"
            label="Alt text"
            hint="Read aloud by screen readers and shown if the image cannot load."
            maxLength={500}
            lang={form.language}
            value={form.imageAlt}
            error={altError}
            onChange={(imageAlt) => onChange({ imageAlt })}
          />
          <HelpButton action="alt" form={form} onChange={onChange} />
          <SmallButton
            label="Remove image"
            onClick={() => {
              onChange({ image: '', imageUrl: '', imageAlt: '' });
              input.current?.focus();
            }}
          />
        </>
      )}
    </div>
  );
}
