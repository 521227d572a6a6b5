import { useId, useState } from 'react';
import { AskDialog } from '../ui/AskDialog.tsx';
import { errorMessage } from '../ui/use-loaded.ts';
import { readTemplate, templates } from './templates.ts';

interface Props {
  /** True if a template would replace existing text. */
  hasText: boolean;
  onUse(markdown: string): void;
}

/** Starts the text from a template; asks before existing text is replaced. */
export function TemplateField({ hasText, onUse }: Props) {
  const [name, setName] = useState('');
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState('');
  const id = useId();

  async function use(): Promise<void> {
    setFailure('');
    try {
      onUse(await readTemplate(name));
      setName('');
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  return (
    <div className="field">
      <label htmlFor={id}>Article template</label>
      <div className="template-field">
        <select
          id={id}
          name="template"
          value={name}
          aria-describedby={`${id}-error`}
          onChange={(event) => setName(event.currentTarget.value)}
        >
          <option value="">None</option>
          {templates.map((template) => (
            <option key={template} value={template}>
              {template}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="button button--small"
          aria-disabled={name === ''}
          onClick={() => {
            if (name === '') return;
            if (hasText) setAsking(true);
            else void use();
          }}
        >
          Use template
        </button>
      </div>
      <p className="field__error" id={`${id}-error`} role="alert">
        {failure}
      </p>
      {asking && (
        <AskDialog
          title="Replace the text?"
          confirm="Replace the text"
          onConfirm={() => void use()}
          onClose={() => setAsking(false)}
        >
          The template replaces the current text. Use Undo (Ctrl+Z) to get it back.
        </AskDialog>
      )}
    </div>
  );
}
