import { toEntries } from '#contracts/profile-lists.ts';
import { Field } from '../ui/Field.tsx';

interface Props {
  label: string;
  name: string;
  value: string;
  onChange(value: string): void;
  error?: string | undefined;
  hint: string;
  placeholder?: string;
}

/** A comma-separated list, with a removable tag for each entry below it. */
export function ListField({ value, onChange, ...rest }: Props) {
  const entries = toEntries(value);
  const without = (entry: string) => entries.filter((other) => other !== entry).join(', ');
  return (
    <div className="list-field">
      <Field {...rest} value={value} onChange={onChange} maxLength={5000} />
      {entries.length > 0 && (
        <ul className="tags" aria-label={`${rest.label}, ${entries.length} so far`}>
          {entries.map((entry) => (
            <li key={entry} className="tag">
              {entry}
              <button
                type="button"
                className="tag__remove"
                aria-label={`Remove ${entry}`}
                onClick={() => onChange(without(entry))}
              >
                <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
                  <path
                    d="m6 6 12 12M18 6 6 18"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="2"
                  />
                </svg>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
