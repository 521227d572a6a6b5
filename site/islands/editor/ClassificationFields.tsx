import { type KeyboardEvent, useRef, useState } from 'react';
import { Field, FieldFrame } from '../ui/Field.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { EditorIcon } from './EditorIcon.tsx';
import { splitList } from './form.ts';

interface LanguageFieldProps {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** Suggested languages; any tag can be typed. */
const offeredTags =
  'en en-GB en-US de de-CH fr es es-MX it pt pt-BR nl sv da nb fi pl cs uk ru tr el he ar hi id vi th ja ko zh-Hans zh-Hant'.split(
    ' ',
  );

const names = new Intl.DisplayNames(['en'], { type: 'language' });

interface TokenFieldProps {
  label: string;
  name: string;
  /** Words separated by commas, including the one being typed. */
  value: string;
  suggestions: string[];
  hint: string;
  error: string | undefined;
  onChange(value: string): void;
}

interface Props {
  /** Category names, separated by commas. */
  value: string;
  existing: string[];
  error: string | undefined;
  onChange(value: string): void;
}

const NEW = '\0new';

/** A chosen category or tag, with a button that removes it. */
const Token = ({ name, onRemove }: { name: string; onRemove(): void }) => (
  <span className="token">
    {name}
    <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
      <EditorIcon name="close" />
    </button>
  </span>
);

/** Categories of an article: existing ones, or a new one. */
export function CategoryField({ value, existing, error, onChange }: Props) {
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const chosen = splitList(value);
  const area = useRef<Element>(null);
  const select = useRef<HTMLSelectElement>(null);
  useFocusFallback(() => select.current, area);
  const set = (names: string[]) => onChange([...new Set(names)].join(', '));

  function finish(): void {
    if (name.trim() !== '') set([...chosen, ...splitList(name)]);
    setName('');
    setNaming(false);
  }

  return (
    <FieldFrame label="Category" error={error}>
      {(control) => (
        <>
          {chosen.length > 0 && (
            <div className="tokens tokens--plain">
              {chosen.map((category) => (
                <Token
                  key={category}
                  name={category}
                  onRemove={() => set(chosen.filter((other) => other !== category))}
                />
              ))}
            </div>
          )}
          <select
            {...control}
            ref={(element) => {
              select.current = element;
              area.current = element?.parentElement ?? null;
            }}
            name="category"
            value={naming ? NEW : ''}
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
              // biome-ignore lint/a11y/noAutofocus: it appears after the user has clicked on its button.
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
        </>
      )}
    </FieldFrame>
  );
}

/** Several words, each shown as a token: a comma or Enter ends one, Backspace removes the last one. */
export function TokenField({
  label,
  name,
  value,
  suggestions,
  hint,
  error,
  onChange,
}: TokenFieldProps) {
  const [typing, setTyping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
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
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <div className="tokens">
            {words.map((word) => (
              <Token
                key={word}
                name={word}
                onRemove={() => {
                  setTyping(false);
                  join(
                    words.filter((other) => other !== word),
                    '',
                  );
                  input.current?.focus();
                }}
              />
            ))}
            <input
              ref={input}
              {...control}
              name={name}
              type="text"
              value={typed}
              list={`${control.id}-list`}
              autoCapitalize="off"
              onChange={(event) => type(event.currentTarget.value)}
              onKeyDown={onKeyDown}
              onBlur={finish}
            />
          </div>
          <datalist id={`${control.id}-list`}>
            {suggestions
              .filter((suggestion) => !words.includes(suggestion))
              .map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
          </datalist>
        </>
      )}
    </FieldFrame>
  );
}

function languageNameOf(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    // Not a valid tag yet, because the user is typing.
    return '';
  }
}

/** The language of the article, as a BCP 47 tag. */
export function LanguageField({ value, error, onChange }: LanguageFieldProps) {
  const name = languageNameOf(value.trim() || 'en');
  return (
    <Field
      label="Language"
      name="language"
      autoCapitalize="off"
      spellCheck={false}
      value={value}
      error={error}
      hint={`${name ? `${name}.` : 'A language tag:'} Such as en, de or pt-BR.`}
      suggestions={offeredTags}
      labelOf={languageNameOf}
      onChange={onChange}
    />
  );
}
