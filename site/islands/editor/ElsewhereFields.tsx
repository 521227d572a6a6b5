import { useEffect, useState } from 'react';
import { Field } from '../ui/Field.tsx';
import { type Connection, readConnections } from './article-calls.ts';
import { type EditorForm, LINKEDIN_MAX } from './form.ts';
import { HelpButton } from './helper/HelpButton.tsx';

interface Props {
  form: EditorForm;
  errors: Record<string, string>;
  onChange(changes: Partial<EditorForm>): void;
}

const services = [
  { target: 'linkedin', name: 'LinkedIn' },
  { target: 'dev', name: 'Dev' },
  { target: 'medium', name: 'Medium' },
] as const;

/** Services for cross-posts once the article is published, and the text of the LinkedIn post. */
export function ElsewhereFields({ form, errors, onChange }: Props) {
  const [connections, setConnections] = useState<Connection[] | null>(null);
  useEffect(() => {
    // Only a hint depends on it: the choice is saved with the article either way.
    readConnections()
      .then(setConnections)
      .catch(() => undefined);
  }, []);
  const isMissing = (target: string) =>
    connections?.find((connection) => connection.target === target)?.state !== 'connected';
  const missing = connections
    ? services.filter(({ target }) => form[target] && isMissing(target)).map(({ name }) => name)
    : [];
  return (
    <>
      <fieldset className="checks" aria-describedby="elsewhere-hint">
        <legend>Post it on</legend>
        {services.map(({ target, name }) => (
          <label key={target} className="check">
            <input
              type="checkbox"
              name={target}
              checked={form[target]}
              onChange={(event) => onChange({ [target]: event.currentTarget.checked })}
            />
            {name}
          </label>
        ))}
        <p className="field__hint" id="elsewhere-hint">
          {missing.length > 0 && (
            <>
              {missing.join(', ')}: not connected. <a href="/admin/connections">Connections</a>
            </>
          )}
        </p>
      </fieldset>
      {(form.linkedin || form.linkedinContent !== '') && (
        <>
          <Field
            name="linkedinContent"
            label="LinkedIn content"
            lines={5}
            lang={form.language}
            hint={characterCount(form.linkedinContent, LINKEDIN_MAX)}
            value={form.linkedinContent}
            error={errors.linkedinContent}
            onChange={(linkedinContent) => onChange({ linkedinContent })}
          />
          <HelpButton action="linkedin" form={form} onChange={onChange} />
        </>
      )}
    </>
  );
}

/** `120 of 3,000 characters`. */
export function characterCount(text: string, max: number): string {
  return `${text.length.toLocaleString('en')} of ${max.toLocaleString('en')} characters.`;
}
