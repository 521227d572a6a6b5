import { useId, useState } from 'react';
import { AskDialog } from '../ui/AskDialog.tsx';
import { knownOf, useLoaded } from '../ui/use-loaded.ts';
import { readTemplates } from './article-calls.ts';

interface Props {
  /** Whether there is text that a template would take the place of. */
  hasText: boolean;
  onUse(markdown: string): void;
}

/** Begins the text with a template; asks before text gives way to it. */
export function TemplateField({ hasText, onUse }: Props) {
  const [name, setName] = useState('');
  const [asking, setAsking] = useState(false);
  const { loaded } = useLoaded(readTemplates);
  const templates = knownOf(loaded) ?? [];
  const id = useId();

  function use(): void {
    const template = templates.find((one) => one.name === name);
    if (template === undefined) return;
    onUse(template.markdown);
    setName('');
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
            <option key={template.name} value={template.name}>
              {template.name}
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
            else use();
          }}
        >
          Use template
        </button>
      </div>
      <p className="field__error" id={`${id}-error`} role="alert">
        {loaded.state === 'failed' && loaded.reason}
      </p>
      {asking && (
        <AskDialog
          title="Replace the text?"
          confirm="Replace the text"
          onConfirm={use}
          onClose={() => setAsking(false)}
        >
          The template replaces the current text. Use Undo (Ctrl+Z) to get it back.
        </AskDialog>
      )}
    </div>
  );
}
