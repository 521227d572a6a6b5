import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { pluralize } from '../../format/pluralize.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { PictureList } from '../ui/pictures/PictureList.tsx';
import { PictureUploads } from '../ui/pictures/picture-uploads.ts';
import { knownOf, useLoaded } from '../ui/use-loaded.ts';
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

/** The panel where pictures are chosen or dropped. Once all are in the store, it leads back to the list. */
export function AddPhoto({ onBack }: { onBack(): void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [target, setTarget] = useState(ARTICLES);
  const [uploads, setUploads] = useState(() => uploadsTo(ARTICLES));
  const { loaded, reload } = useLoaded(listAllProducts);
  const [over, setOver] = useState(false);
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  const done = items.filter(({ now }) => now.state === 'done').length;
  useEffect(() => input.current?.focus(), []);
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
          // Files that were chosen already have their place.
          disabled={items.length > 0}
          onChange={({ currentTarget }) => {
            setTarget(currentTarget.value);
            setUploads(uploadsTo(currentTarget.value));
          }}
        >
          <option value={ARTICLES}>Articles</option>
          <optgroup label="Products">
            {knownOf(loaded)?.map(({ _id, title }) => (
              <option key={_id} value={_id}>
                {title}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      <label
        className="dropzone"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          uploads.add([...event.dataTransfer.files]);
        }}
      >
        <span className="dropzone__title">Choose images or drop them here</span>
        <input
          ref={input}
          type="file"
          multiple
          accept="image/*"
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            uploads.add([...(currentTarget.files ?? [])]);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      </label>
      <p className="field__hint" id={`${id}-hint`}>
        JPEG or PNG of at most 1 MB. Other images can be shrunk and converted. Camera metadata is
        removed.
      </p>
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
