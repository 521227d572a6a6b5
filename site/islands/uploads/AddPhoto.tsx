import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { pluralize } from '../../format/pluralize.ts';
import { Dropzone } from '../ui/Dropzone.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { PictureList } from '../ui/pictures/PictureList.tsx';
import { PictureUploads } from '../ui/pictures/picture-uploads.ts';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';
import { addProductPicture, listAllProducts } from './upload-calls.ts';

/** The value of the folder of articles; every other value is the id of a product. */
const ARTICLES = '';

const uploadsTo = (target: string) =>
  target === ARTICLES
    ? new PictureUploads({ folder: 'articles' })
    : new PictureUploads({
        folder: 'products',
        attach: (uploaded) => addProductPicture(target, uploaded),
      });

/** Panel for choosing or dropping images. Once all are uploaded, it returns to the list. */
export function AddPhoto({ onBack }: { onBack(): void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [target, setTarget] = useState(ARTICLES);
  const [uploads, setUploads] = useState(() => uploadsTo(ARTICLES));
  const { loaded, reload } = useLoaded(listAllProducts);
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  const done = items.filter(({ now }) => now.state === 'done').length;
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (done === 0 || done < items.length) return;
    showToast({ type: 'SUCCESS', message: `${pluralize(done, 'image')} uploaded.` });
    onBack();
  }, [done, items.length, onBack]);

  return (
    <section className="uploads__add" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Add Photo</h2>
      <label className="field">
        <span className="field__label">Folder</span>
        <select
          value={target}
          // Files that were chosen before keep their place.
          disabled={items.length > 0}
          onChange={({ currentTarget }) => {
            setTarget(currentTarget.value);
            setUploads(uploadsTo(currentTarget.value));
          }}
        >
          <option value={ARTICLES}>Articles</option>
          <optgroup label="Products">
            {dataOf(loaded)?.map(({ _id, title }) => (
              <option key={_id} value={_id}>
                {title}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      <Dropzone
        ref={input}
        name="images"
        title="Choose images or drop them here"
        accept="image/*"
        hint="JPEG or PNG of at most 1 MB. Other images can be shrunk and converted. Camera metadata is removed."
        onFiles={(files) => uploads.add(files)}
      />
      {items.length > 0 && (
        <>
          <p className="label" role="status">
            {done} of {items.length} uploaded
          </p>
          <progress max={items.length} value={done} aria-label="Images uploaded" />
          <PictureList
            uploads={uploads}
            items={items}
            done={({ name }) => (
              <>
                <p className="picture-list__name">{name}</p>
                <span className="chip chip--live">Uploaded</span>
              </>
            )}
          />
        </>
      )}
      <p>
        <button type="button" className="button" onClick={onBack}>
          {done > 0 ? 'Back to the list' : 'Cancel'}
        </button>
      </p>
    </section>
  );
}
