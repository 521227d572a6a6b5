import type { EditorView } from '@codemirror/view';
import { type ReactNode, useEffect } from 'react';
import type { EditorForm } from '../form.ts';
import { HelperPanel } from './HelperPanel.tsx';
import { HelperProvider, useHelper, useHelperContext } from './use-helper.ts';

const TITLE_MAX = 200;

/** Provides the AI helper to the parts of the editor inside. */
export function Helping({ children }: { children: ReactNode }) {
  return <HelperProvider value={useHelper()}>{children}</HelperProvider>;
}

/** The proposal for the text, below the editor. */
export function TextProposal({ view, form }: { view: EditorView | null; form: EditorForm }) {
  const { session, tell } = useHelperContext();
  const { title } = form;
  const language = form.language.trim() || 'en';
  useEffect(() => tell({ title: title.slice(0, TITLE_MAX), language }), [tell, title, language]);
  if (!view || session?.subject.where !== 'text') return null;
  return (
    <div className="helper-dock">
      <HelperPanel session={session} language={language} />
    </div>
  );
}
