import { type FSWatcher, mkdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import type { AppContext } from '../context.ts';
import { acceptContent, contentFolders } from '../services/content/accept-content.ts';
import { type StopWorker, startPolling, type WorkerLog } from './polling.ts';

/** Milliseconds between polls, for folders whose file system reports no changes. */
const POLL_MS = 2_000;
/** Delay after the last change in milliseconds, because editors save in several steps. */
const DEBOUNCE_MS = 10;

/** Starts the worker that reads changed files of CONTENT_DIR. */
export function startContentWorker(context: AppContext, log: WorkerLog): StopWorker {
  const onError = (error: unknown) => log.error({ err: error }, 'content worker failed');
  const watchers = new Map<string, { inode: number; watcher: FSWatcher }>();
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();

  // Validates all files once, after the start; later only those that have changed.
  let recheck = true;
  const read = () => {
    reading = reading
      .then(async () => {
        const problems = await acceptContent(context, { recheck });
        recheck = false;
        for (const problem of problems) log.warn(problem);
      })
      .catch(onError);
    return reading;
  };
  /** Watches the folders; a folder that was replaced is watched again. */
  const watchFolders = () => {
    for (const name of contentFolders) {
      const folder = path.join(context.config.contentFolder, name);
      mkdirSync(folder, { recursive: true });
      const inode = statSync(folder).ino;
      const known = watchers.get(folder);
      if (known?.inode === inode) continue;
      known?.watcher.close();
      const watcher = watch(folder, () => {
        clearTimeout(timer);
        timer = setTimeout(read, DEBOUNCE_MS);
      });
      watcher.on('error', onError);
      watchers.set(folder, { inode, watcher });
    }
  };

  watchFolders();
  const stopPolling = startPolling({
    everyMs: POLL_MS,
    async poll() {
      watchFolders();
      await read();
    },
    onError,
  });
  return async () => {
    clearTimeout(timer);
    for (const { watcher } of watchers.values()) watcher.close();
    await stopPolling();
    await reading;
  };
}
