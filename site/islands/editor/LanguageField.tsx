import { useId } from 'react';

interface Props {
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

function nameOf(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    // Not a valid tag yet, because the user is typing.
    return '';
  }
}

/** The language of the article, as a BCP 47 tag. */
export function LanguageField({ value, error, onChange }: Props) {
  const id = useId();
  const name = value.trim() === '' ? nameOf('en') : nameOf(value.trim());
  return (
    <div className="field">
      <label htmlFor={id}>Language</label>
      <input
        id={id}
        name="language"
        type="text"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        list={`${id}-list`}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={`${id}-list`}>
        {offeredTags.map((tag) => (
          <option key={tag} value={tag} label={nameOf(tag)} />
        ))}
      </datalist>
      <p className="field__hint" id={`${id}-hint`}>
        {name ? `${name}.` : 'A language tag:'} Such as en, de or pt-BR.
      </p>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
