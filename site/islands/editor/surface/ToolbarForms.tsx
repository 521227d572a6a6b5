import type { EditorView } from '@codemirror/view';
import { type SubmitEvent, useState } from 'react';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { insertImage } from './inline-marks.ts';
import { insertTable } from './table-commands.ts';

interface Props {
  view: EditorView | null;
  close(): void;
}

const ROWS_MAX = 50;
const COLUMNS_MAX = 20;

/** Size of a new table. */
export function TableForm({ view, close }: Props) {
  function insert(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    close();
    if (view) insertTable(view, Number(form.get('rows')), Number(form.get('columns')));
  }
  const number = (name: string, label: string, value: number, max: number) => (
    <label className="field">
      <span className="field__label">{label}</span>
      <input type="number" name={name} min={1} max={max} defaultValue={value} required />
    </label>
  );
  return (
    <form className="tool-form" onSubmit={insert}>
      <div className="tool-form__pair">
        {number('columns', 'Columns', 3, COLUMNS_MAX)}
        {number('rows', 'Rows', 2, ROWS_MAX)}
      </div>
      <button type="submit" className="button button--small button--main">
        Insert table
      </button>
    </form>
  );
}

interface ImageProps extends Props {
  onFiles(files: File[], view: EditorView, at: number): boolean;
  /** Opens the media library; `loaded` is called before its dialog opens. */
  onStore(loaded: () => void): Promise<void>;
}

/** Inserts images: uploads, images of the media library, or an external URL with alt text. */
export function ImageForm({ view, close, onFiles, onStore }: ImageProps) {
  const [address, setAddress] = useState('');
  const [alt, setAlt] = useState(() =>
    view ? view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to) : '',
  );
  const [error, setError] = useState('');
  function insert(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (address.trim() === '') {
      setError('Enter the image URL.');
      return;
    }
    close();
    view?.dispatch(insertImage(view.state, { address: address.trim(), alt: alt.trim() }));
    view?.focus();
  }
  return (
    <form className="tool-form" onSubmit={insert} noValidate>
      <label className="field">
        <span className="field__label">Upload images</span>
        <input
          type="file"
          multiple
          accept="image/*"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            if (!view || files.length === 0) return;
            close();
            onFiles(files, view, view.state.selection.main.to);
            view.focus();
          }}
        />
      </label>
      <BusyButton className="button button--small" onPress={() => onStore(close)}>
        Choose from media library
      </BusyButton>
      <Field
        name="address"
        label="Address"
        hint="An image of the media library, /media/…; images on other sites become links."
        value={address}
        error={error}
        onChange={setAddress}
      />
      <Field
        name="alt"
        label="Alt text"
        hint="Read aloud by screen readers. Leave empty for decorative images."
        value={alt}
        onChange={setAlt}
      />
      <button type="submit" className="button button--small button--main">
        Insert image
      </button>
    </form>
  );
}
