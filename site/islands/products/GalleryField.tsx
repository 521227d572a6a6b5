import { useEffect, useState, useSyncExternalStore } from 'react';
import { Dropzone } from '../ui/Dropzone.tsx';
import { Field } from '../ui/Field.tsx';
import { ImageUploads, isPending } from '../ui/images/image-uploads.ts';
import { UploadList } from '../ui/images/UploadList.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { useLeaveGuard } from '../ui/use-leave-guard.ts';
import type { ChangeForm, FormImage, ProductForm } from './product-form.ts';

interface Props {
  form: ProductForm;
  change: ChangeForm;
  error: string | undefined;
}

/** The images of a product in order, and an upload of more. */
export function GalleryField({ form, change, error }: Props) {
  const [uploads] = useState(
    () =>
      new ImageUploads({
        folder: 'products',
        onChange: ({ now }) => {
          if (now.state !== 'done') return;
          const { public_id, url } = now.uploaded;
          change(({ gallery }) =>
            // An equal file is the same image in the media library.
            gallery.some((image) => image.public_id === public_id)
              ? {}
              : { gallery: [...gallery, { public_id, url, alt: '' }] },
          );
        },
      }),
  );
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  useLeaveGuard(items.some(({ now }) => isPending(now)));
  useEffect(() => {
    for (const { id, now } of items) if (now.state === 'done') uploads.remove(id);
  }, [items, uploads]);
  const put = (gallery: FormImage[]) => change({ gallery });

  return (
    <>
      <ol className="product-form__gallery">
        {form.gallery.map((image, index) => (
          <li key={image.public_id}>
            <img src={image.url} alt={image.alt} width="160" height="120" />
            <div>
              <Field
                name={`alt-${image.public_id}`}
                label={`Alt text of image ${index + 1}`}
                maxLength={500}
                value={image.alt}
                onChange={(alt) => put(form.gallery.with(index, { ...image, alt }))}
              />
              <p className="product-form__buttons">
                <MoveButtons
                  what={`image ${index + 1}`}
                  index={index}
                  count={form.gallery.length}
                  onMove={(to) => put(moveEntry(form.gallery, index, to))}
                />
                <SmallButton
                  label="Remove"
                  of={`image ${index + 1}`}
                  onClick={() => put(form.gallery.toSpliced(index, 1))}
                />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {items.length > 0 && <UploadList uploads={uploads} items={items} done={() => null} />}
      <Dropzone
        name="images"
        title="Choose images or drop them here"
        accept="image/*"
        hint="JPEG or PNG of at most 1 MB. Other images can be shrunk and converted."
        error={error}
        onFiles={(files) => uploads.add(files)}
      />
    </>
  );
}

interface MoveProps {
  /** Name of the moved entry, for screen readers. */
  what: string;
  index: number;
  count: number;
  onMove(to: number): void;
}

/** Moves an entry of a list by one place. */
export function MoveButtons({ what, index, count, onMove }: MoveProps) {
  if (count < 2) return null;
  return (
    <>
      <SmallButton
        aria-disabled={index === 0 || undefined}
        onClick={() => index > 0 && onMove(index - 1)}
      >
        <span aria-hidden="true">↑</span>
        <span className="visually-hidden">Move {what} up</span>
      </SmallButton>
      <SmallButton
        aria-disabled={index === count - 1 || undefined}
        onClick={() => index < count - 1 && onMove(index + 1)}
      >
        <span aria-hidden="true">↓</span>
        <span className="visually-hidden">Move {what} down</span>
      </SmallButton>
    </>
  );
}

/** Returns the list with one entry moved to another index. */
export function moveEntry<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.toSpliced(from, 1);
  const entry = list[from];
  return entry === undefined ? rest : rest.toSpliced(to, 0, entry);
}
