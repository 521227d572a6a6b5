import { type FSWatcher, statSync, watch } from 'node:fs';
import type { AppContext } from '../context.ts';
import { acceptContent, createContentMemory } from '../services/content/accept-content.ts';
import { createContentFolders } from '../services/content/content-folder.ts';
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

  let isStopped = false;
  const memory = createContentMemory(context.config);
  const read = () => {
    reading = reading
      .then(async () => {
        if (isStopped) return;
        watchFolders();
        for (const problem of await acceptContent(context, memory)) log.warn(problem);
      })
      .catch(onError);
    return reading;
  };
  /** Watches the folders; a folder that is new or was replaced is watched from now on. */
  const watchFolders = () => {
    const folders = createContentFolders(context.config.contentFolder);
    for (const [folder, { watcher }] of watchers) {
      if (folders.includes(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
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
  const stopPolling = startPolling({ everyMs: POLL_MS, poll: read, onError });
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    for (const { watcher } of watchers.values()) watcher.close();
    await stopPolling();
    await reading;
  };
}
