import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import { readStored, writeStored } from '../client/storage.ts';

// Writing to localStorage throws if it is full or switched off. A setting is then lost when the page is closed.
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
