import { useRef, useState, useSyncExternalStore } from 'react';
import type { StoredPicture } from '#contracts/upload.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { Field } from '../ui/Field.tsx';
import { PictureList } from '../ui/pictures/PictureList.tsx';
import { PictureUploads } from '../ui/pictures/picture-uploads.ts';
import { useMediaLibrary } from '../ui/pictures/use-media-library.tsx';
import type { EditorForm } from './form.ts';
import { HelpButton } from './helper/HelpButton.tsx';

interface Props {
  form: EditorForm;
  error: string | undefined;
  altError: string | undefined;
  onChange(changes: Partial<EditorForm>): void;
}

/** Image of the article: uploaded when chosen, or taken from the media library; with preview and alt text. */
export function ImageField({ form, error, altError, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const onChangeRef = useRef(onChange);
  onChangeRef.current = onChange;
  const [uploads] = useState(() => uploadsFor((changes) => onChangeRef.current(changes)));
  const library = useMediaLibrary(takeStored);
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  const busy = items.some(({ now }) => now.state !== 'offered' && now.state !== 'failed');

  function handleFile(file: File | undefined): void {
    if (!file) return;
    // Choosing another image cancels the first upload.
    for (const { id } of items) uploads.remove(id);
    uploads.add([file]);
  }
  function takeStored({ public_id: image, url: imageUrl, alt }: StoredPicture): void {
    for (const { id } of items) uploads.remove(id);
    // The alt text of another image does not apply to this one.
    const currentAlt = form.image === '' || form.image === image ? form.imageAlt : '';
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
          disabled={busy}
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
        <p className="field__error" id="article-image-error" role="alert">
          {error}
        </p>
      </div>
      <BusyButton className="button button--small" disabled={busy} onPress={() => library.open()}>
        Choose from media library
      </BusyButton>
      {library.dialog}
      {items.length > 0 && <PictureList uploads={uploads} items={items} done={() => null} />}
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
          <button
            type="button"
            className="button button--small"
            onClick={() => {
              onChange({ image: '', imageUrl: '', imageAlt: '' });
              input.current?.focus();
            }}
          >
            Remove image
          </button>
        </>
      )}
    </div>
  );
}

/** Uploads one image, which becomes the article's image when it is complete. */
function uploadsFor(onChange: Props['onChange']): PictureUploads {
  const uploads: PictureUploads = new PictureUploads({
    folder: 'articles',
    onChange({ id, now }) {
      if (now.state !== 'done') return;
      onChange({ image: now.uploaded.public_id, imageUrl: now.uploaded.url });
      uploads.remove(id);
    },
  });
  return uploads;
}
