import { useState } from 'react';
import { readStored, writeStored } from '../../client/storage.ts';

const KEY = 'moderation-keys';

/** Whether single keys act, as this browser remembers it. */
export function useKeySwitch(): [on: boolean, change: (on: boolean) => void] {
  const [on, setOn] = useState(() => readStored(KEY) !== 'off');
  const change = (next: boolean) => {
    setOn(next);
    writeStored(KEY, next ? null : 'off');
  };
  return [on, change];
}
