import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { createSurface, type Surface as OpenSurface } from './create-surface.ts';

interface Props {
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
export function Surface(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const surface = useRef<OpenSurface>(undefined);
  const current = useRef(props);
  current.current = props;
  /** The current text of the editor. */
  const agreed = useRef(props.value);
  /** Texts reported by the editor that React has not passed back yet: React lags behind fast typing. */
  const reportedTexts = useRef(new Set<string>());

  useEffect(() => {
    if (!host.current) return;
    const opened = createSurface(host.current, {
      text: agreed.current,
      language: current.current.language,
      onChange(text) {
        agreed.current = text;
        reportedTexts.current.add(text);
        current.current.onChange(text);
      },
      onTable: (within) => current.current.onTable(within),
      onFiles: (...files) => current.current.onFiles(...files),
    });
    surface.current = opened;
    current.current.onView(opened.view);
    return () => {
      surface.current = undefined;
      current.current.onView(null);
      opened.destroy();
    };
  }, []);

  const { value, language, error } = props;
  useEffect(() => {
    if (value === agreed.current) {
      reportedTexts.current.clear();
      return;
    }
    // An earlier text of the editor itself is ignored; any other value is a change from outside.
    if (reportedTexts.current.has(value)) return;
    agreed.current = value;
    surface.current?.setText(value);
  }, [value]);
  useEffect(() => surface.current?.setLanguage(language), [language]);
  useEffect(() => surface.current?.setInvalid(error), [error]);

  return (
    <>
      <div className="surface" ref={host} data-surface={error ? 'invalid' : ''} />
      <p className="field__error" id="markdown-error">
        {error}
      </p>
    </>
  );
}
