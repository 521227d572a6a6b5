import type { EditorView } from '@codemirror/view';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { directionOf } from '../../format/direction.ts';
import type { EditorForm } from './form.ts';
import { HelpButton } from './helper/HelpButton.tsx';
import { TextProposal } from './helper/HelperPanel.tsx';
import { PicturePanel, usePictures } from './PicturePanel.tsx';
import { Surface } from './surface/Surface.tsx';
import { TableBar, Toolbar } from './surface/Toolbar.tsx';

interface Props {
  form: EditorForm;
  errors: Record<string, string>;
  view: EditorView | null;
  paneRef: RefObject<HTMLElement | null>;
  onChange(changes: Partial<EditorForm>): void;
  onView(view: EditorView | null): void;
}

/** Title, subtitle and text on one page. */
export function Writing({ form, errors, view, paneRef, onChange, onView }: Props) {
  const [inTable, setInTable] = useState(false);
  const pictures = usePictures(view);
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
          onEnter={(line) => next(line)?.focus()}
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
        <Toolbar view={view} onFiles={pictures.take} />
        <Surface
          value={form.markdown}
          language={form.language}
          error={errors.markdown}
          onChange={(markdown) => onChange({ markdown })}
          onView={onView}
          onTable={setInTable}
          onFiles={pictures.take}
        />
        <TextProposal view={view} form={form} />
        <PicturePanel pictures={pictures} language={form.language} onEnd={() => view?.focus()} />
        {inTable && <TableBar view={view} />}
      </div>
    </section>
  );
}

const next = (line: HTMLElement) =>
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
      <label className="quiet" htmlFor={id}>
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
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
