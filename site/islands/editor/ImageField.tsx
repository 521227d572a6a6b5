import { useRef, useState } from 'react';
import { Field } from '../Field.tsx';
import { sentence } from '../use-loaded.ts';
import { uploadImage } from './article-calls.ts';
import type { EditorForm } from './form.ts';
import { HelpButton } from './helper/HelpButton.tsx';

/** Bytes of an upload, as documented; contracts/upload.ts would bring all of zod along. */
const BYTES_MAX = 1_048_576;

interface Props {
  form: EditorForm;
  error: string | undefined;
  altError: string | undefined;
  onChange(changes: Partial<EditorForm>): void;
}

/** The article's image: uploaded as soon as it is chosen, shown, described. */
export function ImageField({ form, error, altError, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const message = trouble || error;

  async function take(file: File | undefined): Promise<void> {
    setTrouble('');
    if (!file) return setTrouble('File not exist');
    if (file.size > BYTES_MAX) return setTrouble('Size too large');
    setBusy(true);
    try {
      const { public_id: image, url: imageUrl } = await uploadImage(file, file.name);
      onChange({ image, imageUrl });
    } catch (caught) {
      setTrouble(sentence(caught));
    } finally {
      setBusy(false);
    }
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
          accept="image/jpeg,image/png"
          disabled={busy}
          aria-invalid={message ? true : undefined}
          aria-describedby="article-image-hint article-image-error"
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <p className="field__hint" id="article-image-hint" role="status">
          {busy ? 'Uploading' : 'A JPEG or PNG of at most 1 MB.'}
        </p>
        <p className="field__error" id="article-image-error" role="alert">
          {message}
        </p>
      </div>
      {form.image !== '' && (
        <>
          <Field
            name="imageAlt"
            label="What the image shows"
            hint="Read aloud in its place, and shown while it is missing."
            maxLength={500}
            lang={form.language}
            value={form.imageAlt}
            error={altError}
            onChange={(imageAlt) => onChange({ imageAlt })}
          />
          <HelpButton action="alt" form={form} onChange={onChange} />
          <button
            type="button"
            className="button button--small"
            onClick={() => {
              onChange({ image: '', imageUrl: '', imageAlt: '' });
              input.current?.focus();
            }}
          >
            Remove the image
          </button>
        </>
      )}
    </div>
  );
}
