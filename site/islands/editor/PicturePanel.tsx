import type { EditorView } from '@codemirror/view';
import {
  type SubmitEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { showToast } from '../../client/show-toast.ts';
import { pluralize } from '../../format/pluralize.ts';
import { Field } from '../ui/Field.tsx';
import { PictureList } from '../ui/pictures/PictureList.tsx';
import { describePicture } from '../ui/pictures/picture-calls.ts';
import { type PictureItem, PictureUploads } from '../ui/pictures/picture-uploads.ts';
import { errorMessage } from '../ui/use-loaded.ts';
import {
  fillPlace,
  type Look,
  removePlace,
  reservePlaces,
  setAltText,
  setPlaceText,
} from './surface/picture-places.ts';

/** Images that are pasted or dropped into the text: uploaded immediately, then asked for alt text. */
interface Pictures {
  uploads: PictureUploads;
  items: readonly PictureItem[];
  /** Inserts files at a position of the text. */
  take(files: File[], view: EditorView, at: number): boolean;
  /** Sets the alt text of an image; an empty one marks it as decorative. */
  describe(item: PictureItem, alt: string): void;
}

interface Props {
  pictures: Pictures;
  language: string;
  /** Moves the focus back to the text after the last question. */
  onEnd(): void;
}

/** Images that are being inserted, below the text: progress and alt text of each. */
export function PicturePanel({ pictures, language, onEnd }: Props) {
  const { items, uploads, describe } = pictures;
  if (items.length === 0) return null;
  const doneCount = items.filter(({ now }) => now.state === 'done').length;
  return (
    <section className="picture-panel" aria-label="Pictures">
      <p className="label" role="status">
        {pluralize(items.length, 'image')}, {doneCount} in the text
      </p>
      <PictureList
        uploads={uploads}
        items={items}
        done={(item) => (
          <AltForm
            item={item}
            language={language}
            onSay={(alt) => {
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
  item: PictureItem;
  language: string;
  onSay(alt: string): void;
}

function AltForm({ item: { name, now }, language, onSay }: AltProps) {
  const [alt, setAlt] = useState('');
  const url = now.state === 'done' ? now.uploaded.url : '';
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    onSay(alt.trim());
  }
  return (
    <form className="picture-panel__alt" onSubmit={submit}>
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
        <span className="quiet"> of {name}</span>
      </button>
    </form>
  );
}

/** @param view the editor; null while there is none */
export function usePictures(view: EditorView | null): Pictures {
  const text = useRef(view);
  text.current = view;
  const [uploads] = useState(
    () =>
      new PictureUploads({
        folder: 'articles',
        onChange: (item) => showAtPlace(text.current, item),
        onLeft: ({ id, now }) => {
          if (now.state !== 'done') text.current?.dispatch(removePlace(id));
        },
      }),
  );
  const items = useSyncExternalStore(uploads.subscribe, uploads.read);
  const isUploading = items.some(({ now }) => now.state !== 'done');
  useEffect(() => {
    if (!isUploading) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUploading]);

  const take = useCallback(
    (files: File[], into: EditorView, at: number) => {
      const added = uploads.add(files);
      into.dispatch(
        reservePlaces(
          added.map(({ id, name }) => ({ id, says: name })),
          at,
        ),
      );
      return true;
    },
    [uploads],
  );

  function describe({ id, now }: PictureItem, alt: string): void {
    uploads.remove(id);
    if (now.state !== 'done' || alt === '') return;
    const { url, public_id: picture } = now.uploaded;
    const change = view && setAltText(view.state, url, alt);
    if (change) view.dispatch(change);
    // The media library stores it as well, unless it has an alt text already.
    describePicture(picture, alt, true).catch((error: unknown) => {
      const message = `The alt text was saved in the article but not in the media library. ${errorMessage(error)}`;
      showToast({ type: 'error', message });
    });
  }

  return { uploads, items, take, describe };
}

function showAtPlace(view: EditorView | null, item: PictureItem): void {
  view?.dispatch(
    item.now.state === 'done'
      ? fillPlace(view.state, item.id, item.now.uploaded.url)
      : setPlaceText({ id: item.id, ...placeholderOf(item) }),
  );
}

function placeholderOf({ name, now }: PictureItem): { look: Look; says: string } {
  switch (now.state) {
    case 'offered':
      return { look: 'asks', says: `${name}: ${now.offer}` };
    case 'failed':
      return { look: 'failed', says: `${name}: ${now.reason}` };
    case 'resting':
      return { look: 'busy', says: `${name} is waiting` };
    default:
      return { look: 'busy', says: `Uploading ${name}` };
  }
}
