import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';
import { readStored, writeStored } from '../client/storage.ts';

// Writing to localStorage throws if it is full or switched off. A setting is then lost when the page is closed.
setPersistentEngine(
  new Proxy<Record<string, string>>(
    // Values that could not be written.
    {},
    {
      has: (unwritten, key) => key in unwritten || readStored(key as string) !== null,
      get: (unwritten, key: string) => unwritten[key] ?? readStored(key) ?? undefined,
      set(unwritten, key: string, value: string) {
        writeStored(key, value);
        if (readStored(key) === value) delete unwritten[key];
        else unwritten[key] = value;
        return true;
      },
    },
  ),
  windowPersistentEvents,
);
