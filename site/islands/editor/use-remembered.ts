import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../../client/storage.ts';

/** A choice of how the editor looks, which this browser remembers. */
export function useRemembered<Value extends string>(
  key: string,
  values: readonly Value[],
  first: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const kept = readStored(key);
    return values.find((one) => one === kept) ?? first;
  });
  const choose = useCallback(
    (next: Value) => {
      setValue(next);
      writeStored(key, next);
    },
    [key],
  );
  return [value, choose];
}
