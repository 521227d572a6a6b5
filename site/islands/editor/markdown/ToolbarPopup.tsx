import type { EditorView } from '@codemirror/view';
import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { EditorIcon, type IconName } from '../EditorIcon.tsx';
import { insertImage } from './marks.ts';
import { insertTable } from './table-commands.ts';

interface ToolbarFormsProps {
  view: EditorView | null;
  close(): void;
}

const ROWS_MAX = 50;

const COLUMNS_MAX = 20;

interface ImageProps extends ToolbarFormsProps {
  onFiles(files: File[], view: EditorView, at: number): boolean;
  /** Opens the media library; `loaded` is called before its dialog opens. */
  onStore(loaded: () => void): Promise<void>;
}

interface Props {
  name: string;
  icon: IconName;
  /** Content of the popup: a list of commands, or a few fields. */
  kind: 'menu' | 'dialog';
  children(close: () => void): ReactNode;
}

const CHOICES = '[role="menuitem"], input, select, button';

/** Toolbar button that opens a popup below itself. Escape and a click outside close it. */
export function ToolbarPopup({ name, icon, kind, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const close = () => popup.current?.hidePopover();

  // Positioned after its content, which determines its size.
  useLayoutEffect(() => {
    if (!open || !button.current || !popup.current) return;
    const { left, bottom } = button.current.getBoundingClientRect();
    const room = document.body.getBoundingClientRect().right - popup.current.offsetWidth - 8;
    const { style } = popup.current;
    style.left = `${Math.max(8, Math.min(left, room))}px`;
    const below = innerHeight - popup.current.offsetHeight - 8;
    style.top = `${Math.max(8, Math.min(bottom + 4, below))}px`;
    popup.current.querySelector<HTMLElement>(CHOICES)?.focus();
  }, [open]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    // Keys in the popup do not apply to the toolbar.
    event.stopPropagation();
    if (event.key === 'Escape' && button.current) {
      event.preventDefault();
      close();
      button.current.focus();
    }
    if (kind !== 'menu' || event.defaultPrevented) return;
    if (event.key === 'Tab') close();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? -1 : step && (at + step) % items.length;
    if (next === undefined) return;
    event.preventDefault();
    items.at(next)?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="tool"
        aria-label={name}
        title={name}
        aria-haspopup={kind}
        aria-expanded={open}
        popoverTarget={id}
      >
        <EditorIcon name={icon} />
      </button>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a menu or a dialog */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: and as such has keys */}
      <div
        ref={popup}
        id={id}
        popover="auto"
        role={kind}
        aria-label={name}
        className={`tool-popup tool-popup--${kind}`}
        onKeyDown={onKeyDown}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && children(close)}
      </div>
    </>
  );
}

/** Size of a new table. */
export function TableForm({ view, close }: ToolbarFormsProps) {
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

/** Inserts images: uploads, images of the media library, or an external URL with alt text. */
export function ImageForm({ view, close, onFiles, onStore }: ImageProps) {
  const [url, setUrl] = useState('');
  const [alt, setAlt] = useState(() =>
    view ? view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to) : '',
  );
  const [error, setError] = useState('');
  function insert(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (url.trim() === '') {
      setError('Enter the image URL.');
      return;
    }
    close();
    view?.dispatch(insertImage(view.state, { url: url.trim(), alt: alt.trim() }));
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
        name="url"
        label="URL"
        hint="An image of the media library, /media/…; images on other sites become links."
        value={url}
        error={error}
        onChange={setUrl}
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
