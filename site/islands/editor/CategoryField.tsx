import { useId, useState } from 'react';
import { EditorIcon } from './EditorIcon.tsx';
import { splitList } from './form.ts';

interface Props {
  /** Category names, separated by commas. */
  value: string;
  existing: string[];
  error: string | undefined;
  onChange(value: string): void;
}

const NEW = '\0new';

/** Categories of an article: existing ones, or a new one. */
export function CategoryField({ value, existing, error, onChange }: Props) {
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const id = useId();
  const chosen = splitList(value);
  const set = (names: string[]) => onChange([...new Set(names)].join(', '));

  function finish(): void {
    if (name.trim() !== '') set([...chosen, ...splitList(name)]);
    setName('');
    setNaming(false);
  }

  return (
    <div className="field">
      <label htmlFor={id}>Category</label>
      {chosen.length > 0 && (
        <div className="tokens tokens--plain">
          {chosen.map((category) => (
            <span key={category} className="token">
              {category}
              <button
                type="button"
                aria-label={`Remove ${category}`}
                onClick={() => set(chosen.filter((other) => other !== category))}
              >
                <EditorIcon name="close" />
              </button>
            </span>
          ))}
        </div>
      )}
      <select
        id={id}
        name="category"
        value={naming ? NEW : ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={({ currentTarget }) => {
          if (currentTarget.value === NEW) return setNaming(true);
          setNaming(false);
          if (currentTarget.value !== '') set([...chosen, currentTarget.value]);
        }}
      >
        <option value="">{chosen.length === 0 ? 'Choose a category' : 'Add category'}</option>
        {existing
          .filter((category) => !chosen.includes(category))
          .map((category) => (
            <option key={category} value={category}>
              {category}
            </option>
          ))}
        <option value={NEW}>A new category…</option>
      </select>
      {naming && (
        <input
          type="text"
          aria-label="Name of the new category"
          maxLength={60}
          value={name}
          // biome-ignore lint/a11y/noAutofocus: it appears because somebody has just asked for it.
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            finish();
          }}
        />
      )}
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
