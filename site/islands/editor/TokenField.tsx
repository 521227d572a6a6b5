import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { EditorIcon } from './EditorIcon.tsx';
import { splitList } from './form.ts';

interface Props {
  label: string;
  name: string;
  /** Words separated by commas, including the one being typed. */
  value: string;
  suggestions: string[];
  hint: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** Several words, each shown as a token: a comma or Enter ends one, Backspace removes the last one. */
export function TokenField({ label, name, value, suggestions, hint, error, onChange }: Props) {
  const [typing, setTyping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const parts = value.split(',');
  // While the user types, the last word stays in the field; afterwards it becomes a token.
  const typed = typing ? (parts.at(-1) ?? '').trimStart() : '';
  const words = splitList(typing ? parts.slice(0, -1).join(',') : value);
  const join = (all: string[], last: string) =>
    onChange([...new Set(all), ...(last === '' && all.length > 0 ? [] : [last])].join(', '));

  function type(text: string): void {
    setTyping(true);
    const pieces = text.split(',');
    const last = pieces.pop() ?? '';
    const all = [...words, ...splitList(pieces.join(','))];
    // The comma at the end separates the next typed word from those before.
    onChange([...new Set(all), last.trimStart()].join(', '));
  }

  function finish(): void {
    setTyping(false);
    join([...words, ...splitList(typed)], '');
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      type(`${typed},`);
    } else if (event.key === 'Backspace' && typed === '' && words.length > 0) {
      event.preventDefault();
      // Without a comma at the end, the last word is still being typed.
      setTyping(true);
      onChange(words.join(', '));
    }
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="tokens">
        {words.map((word) => (
          <span key={word} className="token">
            {word}
            <button
              type="button"
              aria-label={`Remove ${word}`}
              onClick={() => {
                setTyping(false);
                join(
                  words.filter((other) => other !== word),
                  '',
                );
                input.current?.focus();
              }}
            >
              <EditorIcon name="close" />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          name={name}
          type="text"
          value={typed}
          list={`${id}-list`}
          autoCapitalize="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={finish}
        />
      </div>
      <datalist id={`${id}-list`}>
        {suggestions
          .filter((suggestion) => !words.includes(suggestion))
          .map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
      </datalist>
      <p className="field__hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
