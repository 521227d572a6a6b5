import { useEffect, useRef, useState } from 'react';

/** Debounce time of the search, in milliseconds. */
const PAUSE_MS = 250;

interface Props {
  label?: string;
  name?: string;
  placeholder?: string;
  maxLength: number;
  value: string;
  /** Called with the trimmed text, after a pause. */
  onSearch(value: string): void;
}

/** Searches a list while the user types. */
export function SearchField({ label = 'Search', value, onSearch, ...rest }: Props) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // Changed from outside: by Back, or by a button that clears the filters.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    const search = typed.trim();
    if (search === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = search;
      onSearch(search);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <input
        type="search"
        name="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // It may be part of a form, which Enter would submit.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        {...rest}
      />
    </label>
  );
}
