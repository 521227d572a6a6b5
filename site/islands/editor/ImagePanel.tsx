import type { EditorView } from '@codemirror/view';
import {
  type SubmitEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { pluralize } from '../../format/pluralize.ts';
import { showToast } from '../../stores/toasts.ts';
import { Field } from '../ui/Field.tsx';
import { saveAltText } from '../ui/images/image-api.ts';
import { type ImageUpload, ImageUploads } from '../ui/images/image-uploads.ts';
import { UploadList } from '../ui/images/UploadList.tsx';
import { errorMessage } from '../ui/use-fetch.ts';
import { useLeaveGuard } from '../ui/use-leave-guard.ts';
import {
  insertUploadedImage,
  type PlaceholderState,
  removePlace,
  reservePlaces,
  setAltText,
  setPlaceText,
} from './markdown/upload-placeholders.ts';

/** Images that are pasted or dropped into the text: uploaded immediately, then asked for alt text. */
interface InsertedImages {
  uploads: ImageUploads;
  items: readonly ImageUpload[];
  /** Inserts files at a position of the text. */
  take(files: File[], view: EditorView, at: number): boolean;
  /** Sets the alt text of an image; an empty one marks it as decorative. */
  describe(item: ImageUpload, alt: string): void;
}

interface Props {
  images: InsertedImages;
  language: string;
  /** Moves the focus back to the text after the last question. */
  onEnd(): void;
}

/** Images that are being inserted, below the text: progress and alt text of each. */
export function ImagePanel({ images, language, onEnd }: Props) {
  const { items, uploads, describe } = images;
  if (items.length === 0) return null;
  const doneCount = items.filter(({ now }) => now.state === 'done').length;
  return (
    <section className="image-panel" aria-label="Images">
      <p className="label" role="status">
        {pluralize(items.length, 'image')}, {doneCount} in the text
      </p>
      <UploadList
        uploads={uploads}
        items={items}
        done={(item) => (
          <AltForm
            item={item}
            language={language}
            onSave={(alt) => {
              describe(item, alt);
              if (items.length === 1) onEnd();
            }}
          />
        )}
      />
    </section>
  );
}

interface AltProps {
  item: ImageUpload;
  language: string;
  onSave(alt: string): void;
}

function AltForm({ item: { name, now }, language, onSave }: AltProps) {
  const [alt, setAlt] = useState('');
  const url = now.state === 'done' ? now.uploaded.url : '';
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    onSave(alt.trim());
  }
  return (
    <form className="image-panel__alt" onSubmit={submit}>
      <img src={url} alt="" width={88} height={66} />
      <Field
        name="alt"
        label={`Alt text of ${name}`}
        hint="Read aloud by screen readers. Leave empty for decorative images."
        maxLength={500}
        lang={language}
        value={alt}
        onChange={setAlt}
      />
      <button type="submit" className="button button--small button--main">
        {alt.trim() === '' ? 'Decorative' : 'Save alt text'}
        <span className="visually-hidden"> of {name}</span>
      </button>
    </form>
  );
}

/** @param view the editor; null while there is none */
export function useInsertedImages(view: EditorView | null): InsertedImages {
  const text = useRef(view);
  useLayoutEffect(() => {
    text.current = view;
  }, [view]);
  const [uploads] = useState(
    () =>
      new ImageUploads({
        folder: 'articles',
        onChange: (item) => showAtPlace(text.current, item),
        onRemove: ({ id, now }) => {
          if (now.state !== 'done') text.current?.dispatch(removePlace(id));
        },
      }),
  );
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  useLeaveGuard(items.some(({ now }) => now.state !== 'done'));

  const take = useCallback(
    (files: File[], into: EditorView, at: number) => {
      const added = uploads.add(files);
      into.dispatch(
        reservePlaces(
          added.map(({ id, name }) => ({ id, label: name })),
          at,
        ),
      );
      return true;
    },
    [uploads],
  );

  function describe({ id, now }: ImageUpload, alt: string): void {
    uploads.remove(id);
    if (now.state !== 'done' || alt === '') return;
    const { url, public_id: image } = now.uploaded;
    const change = view && setAltText(view.state, url, alt);
    if (change) view.dispatch(change);
    // The media library stores it as well, unless it has an alt text already.
    saveAltText(image, alt, true).catch((error: unknown) => {
      const message = `The alt text was saved in the article but not in the media library. ${errorMessage(error)}`;
      showToast({ type: 'error', message });
    });
  }

  return { uploads, items, take, describe };
}

function showAtPlace(view: EditorView | null, item: ImageUpload): void {
  view?.dispatch(
    item.now.state === 'done'
      ? insertUploadedImage(view.state, item.id, item.now.uploaded.url)
      : setPlaceText({ id: item.id, ...placeholderOf(item) }),
  );
}

function placeholderOf({ name, now }: ImageUpload): { state: PlaceholderState; label: string } {
  switch (now.state) {
    case 'offered':
      return { state: 'offered', label: `${name}: ${now.offer}` };
    case 'failed':
      return { state: 'failed', label: `${name}: ${now.reason}` };
    case 'rate-limited':
      return { state: 'busy', label: `${name} is waiting` };
    default:
      return { state: 'busy', label: `Uploading ${name}` };
  }
}
