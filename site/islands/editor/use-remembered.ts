import { useCallback, useState } from 'react';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Switched off: nothing is remembered.
    return null;
  }
}

/** A choice of how the editor looks, which this browser remembers. */
export function useRemembered<Value extends string>(
  key: string,
  values: readonly Value[],
  first: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const kept = read(key);
    return values.find((one) => one === kept) ?? first;
  });
  const choose = useCallback(
    (next: Value) => {
      setValue(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // Then it lasts as long as the page.
      }
    },
    [key],
  );
  return [value, choose];
}
