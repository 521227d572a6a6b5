import { useRef } from 'react';
import { EditorIcon } from '../EditorIcon.tsx';
import type { EditorForm } from '../form.ts';
import { type FieldAction, fieldSubject, helpedFields } from './field-subject.ts';
import { HelperPanel } from './HelperPanel.tsx';
import { useHelperContext } from './use-helper.ts';

interface Props {
  action: FieldAction;
  form: EditorForm;
  onChange(changes: Partial<EditorForm>): void;
}

/** Button that drafts its field; the proposal appears below the field. Hidden while the AI helper is off. */
export function HelpButton({ action, form, onChange }: Props) {
  const helper = useHelperContext();
  const button = useRef<HTMLButtonElement>(null);
  const current = useRef(form);
  current.current = form;
  if (helper.info?.state !== 'ready') return null;
  const { name } = helpedFields[action];
  const { session } = helper;
  const ask = () =>
    helper.ask(
      fieldSubject(action, {
        form: () => current.current,
        change: onChange,
        restoreFocus: () => button.current?.focus(),
      }),
    );
  return (
    <div className="help-button">
      <button ref={button} type="button" onClick={ask}>
        <EditorIcon name="help" />
        {name}
      </button>
      {session?.subject.where === 'field' && session.subject.action === action && (
        <HelperPanel session={session} language={form.language} />
      )}
    </div>
  );
}
