import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { createSurface, type Surface as OpenSurface } from './create-surface.ts';

interface Props {
  value: string;
  /** Of the text, for spelling and voices. */
  language: string;
  error: string | undefined;
  onChange(value: string): void;
  /** The editor once it is there, and null when it goes. */
  onView(view: EditorView | null): void;
  onTable(within: boolean): void;
  /** Pasted or dropped files, and where in the text; true when something is done with them. */
  onFiles(files: File[], view: EditorView, at: number): boolean;
}

/** Where the markdown is written. React hands it the text; what happens within is CodeMirror's. */
export function Surface(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const surface = useRef<OpenSurface>(undefined);
  const current = useRef(props);
  current.current = props;
  /** What stands in the editor. */
  const agreed = useRef(props.value);
  /** What it has said and may still hear of: React tells it late, when more has been typed already. */
  const said = useRef(new Set<string>());

  useEffect(() => {
    if (!host.current) return;
    const opened = createSurface(host.current, {
      text: agreed.current,
      language: current.current.language,
      onChange(text) {
        agreed.current = text;
        said.current.add(text);
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
      said.current.clear();
      return;
    }
    // Its own words of a moment ago; anything else that comes down is news.
    if (said.current.has(value)) return;
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
