import { parentPort, workerData } from 'node:worker_threads';
import type { UnsavedArticle } from '../publisher/pages/article-preview.ts';
import { type PublisherOptions, PublisherWorker } from './publisher-worker.ts';

/** Messages to the worker: there is work, start to publish, shut down, or render a preview. */
export type ToWorker =
  | { type: 'wake' }
  | { type: 'admit' }
  | { type: 'close' }
  | { type: 'preview'; number: number; unsaved: UnsavedArticle };

const port = parentPort;
if (!port) throw new Error('the publisher runs as a worker thread');

const worker = new PublisherWorker(workerData as PublisherOptions, (message) =>
  port.postMessage(message),
);
port.on('message', (message: ToWorker) => {
  if (message.type === 'wake') worker.wake();
  else if (message.type === 'admit') worker.admit();
  else if (message.type === 'preview') void worker.preview(message.number, message.unsaved);
  else worker.close();
});
await worker.run();
// Timers of the stores that pages have read would keep the thread for another second.
process.exit();
