import type { EditorView } from '@codemirror/view';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { directionOf } from '../../format/direction.ts';
import { FieldError } from '../ui/Field.tsx';
import { HelpButton } from './ai-helper/AiHelperButtons.tsx';
import { TextProposal } from './ai-helper/AiHelperPanel.tsx';
import type { EditorForm } from './form.ts';
import { ImagePanel, useInsertedImages } from './ImagePanel.tsx';
import {
  createEditorView,
  type MarkdownEditor as OpenEditor,
} from './markdown/create-editor-view.ts';
import { TableBar, Toolbar } from './markdown/Toolbar.tsx';

interface Props {
  form: EditorForm;
  errors: Record<string, string>;
  view: EditorView | null;
  paneRef: RefObject<HTMLElement | null>;
  onChange(changes: Partial<EditorForm>): void;
  onView(view: EditorView | null): void;
}

/** Title, subtitle and text on one page. */
export function ContentFields({ form, errors, view, paneRef, onChange, onView }: Props) {
  const [inTable, setInTable] = useState(false);
  const images = useInsertedImages(view);
  return (
    <section className="pane pane--writing" aria-label="Text" ref={paneRef}>
      <div className="writing">
        <Line
          name="title"
          label="Title"
          maxLength={200}
          form={form}
          error={errors.title}
          onChange={onChange}
          onEnter={(line) => subtitleField(line)?.focus()}
        />
        <HelpButton action="title" form={form} onChange={onChange} />
        <Line
          name="subtitle"
          label="Subtitle"
          maxLength={300}
          form={form}
          error={errors.subtitle}
          onChange={onChange}
          onEnter={() => view?.focus()}
        />
        <Toolbar view={view} onFiles={images.take} />
        <MarkdownEditor
          value={form.markdown}
          language={form.language}
          error={errors.markdown}
          onChange={(markdown) => onChange({ markdown })}
          onView={onView}
          onTable={setInTable}
          onFiles={images.take}
        />
        <TextProposal view={view} form={form} />
        <ImagePanel images={images} language={form.language} onEnd={() => view?.focus()} />
        {inTable && <TableBar view={view} />}
      </div>
    </section>
  );
}

const subtitleField = (line: HTMLElement) =>
  line.closest('.writing')?.querySelector<HTMLElement>('[name="subtitle"]');

interface LineProps {
  name: 'title' | 'subtitle';
  label: string;
  maxLength: number;
  form: EditorForm;
  error: string | undefined;
  onChange(changes: Partial<EditorForm>): void;
  onEnter(line: HTMLElement): void;
}

/** Single-line text that wraps if it is long; Enter moves to the next field. */
function Line({ name, label, maxLength, form, error, onChange, onEnter }: LineProps) {
  const id = useId();
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    onEnter(event.currentTarget);
  }
  return (
    <div className={`line line--${name}`}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={1}
        maxLength={maxLength}
        placeholder={label}
        lang={form.language}
        dir={directionOf(form.language)}
        value={form[name]}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) =>
          onChange({ [name]: event.currentTarget.value.replaceAll(/(?<!\s)\s*\n\s*/g, ' ') })
        }
        onKeyDown={onKeyDown}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

interface MarkdownEditorProps {
  value: string;
  /** Language of the text, for spelling and screen readers. */
  language: string;
  error: string | undefined;
  onChange(value: string): void;
  /** Called with the editor when it exists, and with null when it is removed. */
  onView(view: EditorView | null): void;
  onTable(within: boolean): void;
  /** Handles pasted or dropped files at a position; returns true if it accepts them. */
  onFiles(files: File[], view: EditorView, at: number): boolean;
}

/** The Markdown editor. React passes the text; CodeMirror handles everything inside. */
function MarkdownEditor(props: MarkdownEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<OpenEditor>(undefined);
  /** The latest props, for the events of CodeMirror. */
  const latest = useEffectEvent(() => props);
  /** The text in the editor, which may be newer than `props.value`. */
  const currentText = useRef(props.value);
  /** Texts reported by the editor that React has not passed back yet: React lags behind fast typing. */
  const reportedTexts = useRef(new Set<string>());

  useEffect(() => {
    if (!host.current) return;
    const opened = createEditorView(host.current, {
      text: currentText.current,
      language: latest().language,
      onChange(text) {
        currentText.current = text;
        reportedTexts.current.add(text);
        latest().onChange(text);
      },
      onTable: (within) => latest().onTable(within),
      onFiles: (...files) => latest().onFiles(...files),
    });
    editor.current = opened;
    latest().onView(opened.view);
    return () => {
      editor.current = undefined;
      latest().onView(null);
      opened.destroy();
    };
  }, []);

  const { value, language, error } = props;
  useEffect(() => {
    if (value === currentText.current) {
      reportedTexts.current.clear();
      return;
    }
    // An earlier text of the editor itself is ignored; any other value is a change from outside.
    if (reportedTexts.current.has(value)) return;
    currentText.current = value;
    editor.current?.setText(value);
  }, [value]);
  useEffect(() => editor.current?.setLanguage(language), [language]);
  useEffect(() => editor.current?.setInvalid(error), [error]);

  return (
    <>
      <div className="markdown-editor" ref={host} data-markdown-editor={error ? 'invalid' : ''} />
      <FieldError id="markdown-error">{error}</FieldError>
    </>
  );
}
