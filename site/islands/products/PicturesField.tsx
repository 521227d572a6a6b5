import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Dropzone } from '../ui/Dropzone.tsx';
import { Field } from '../ui/Field.tsx';
import { PictureList } from '../ui/pictures/PictureList.tsx';
import { PictureUploads } from '../ui/pictures/picture-uploads.ts';
import type { ChangeForm, FormPicture, ProductForm } from './form.ts';
import { MoveButtons, moved } from './MoveButtons.tsx';

interface Props {
  form: ProductForm;
  change: ChangeForm;
  error: string | undefined;
}

/** The images of a product in order, and an upload of more. */
export function PicturesField({ form, change, error }: Props) {
  const add = useRef(change);
  add.current = change;
  const [uploads] = useState(
    () =>
      new PictureUploads({
        folder: 'products',
        onChange: ({ now }) => {
          if (now.state !== 'done') return;
          const { public_id, url } = now.uploaded;
          add.current(({ pictures }) =>
            // An equal file is the same image in the media library.
            pictures.some((picture) => picture.public_id === public_id)
              ? {}
              : { pictures: [...pictures, { public_id, url, alt: '' }] },
          );
        },
      }),
  );
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  useEffect(() => {
    for (const { id, now } of items) if (now.state === 'done') uploads.remove(id);
  }, [items, uploads]);
  const put = (pictures: FormPicture[]) => change({ pictures });

  return (
    <>
      <ol className="product-form__pictures">
        {form.pictures.map((picture, index) => (
          <li key={picture.public_id}>
            <img src={picture.url} alt={picture.alt} width="160" height="120" />
            <div>
              <Field
                name={`alt-${picture.public_id}`}
                label={`Alt text of image ${index + 1}`}
                maxLength={500}
                value={picture.alt}
                onChange={(alt) => put(form.pictures.with(index, { ...picture, alt }))}
              />
              <p className="product-form__buttons">
                <MoveButtons
                  what={`picture ${index + 1}`}
                  index={index}
                  count={form.pictures.length}
                  onMove={(to) => put(moved(form.pictures, index, to))}
                />
                <button
                  type="button"
                  className="button button--small"
                  onClick={() => put(form.pictures.toSpliced(index, 1))}
                >
                  Remove<span className="quiet"> picture {index + 1}</span>
                </button>
              </p>
            </div>
          </li>
        ))}
      </ol>
      {items.length > 0 && <PictureList uploads={uploads} items={items} done={() => null} />}
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
