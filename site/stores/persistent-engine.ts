import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import { readStored, writeStored } from '../client/storage.ts';

// Writing to localStorage throws if it is full or switched off; a choice then lasts as long as the page.
setPersistentEngine(
  new Proxy<Record<string, string>>(
    {},
    {
      has: (_, key) => readStored(key as string) !== null,
      get: (_, key) => readStored(key as string) ?? undefined,
      set(_, key, value: string) {
        writeStored(key as string, value);
        return true;
      },
    },
  ),
  windowPersistentEvents,
);
