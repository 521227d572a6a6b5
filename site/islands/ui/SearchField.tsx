import { useEffect, useRef, useState } from 'react';

/** Milliseconds without a key after which a search begins. */
const PAUSE_MS = 250;

interface Props {
  label?: string;
  placeholder?: string;
  maxLength: number;
  value: string;
  /** Gets the text without spaces around it, after a pause. */
  onSearch(value: string): void;
}

/** Searches a list while somebody types. */
export function SearchField({ label = 'Search', value, onSearch, ...rest }: Props) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // Back, or a button that clears the filters.
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
        {...rest}
      />
    </label>
  );
}
