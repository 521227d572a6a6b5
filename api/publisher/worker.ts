import { parentPort, workerData } from 'node:worker_threads';
import type { UnsavedArticle } from './pages/article-preview.ts';
import { type PublisherOptions, PublishLoop } from './publish-loop.ts';

/** What the worker is told: that there is work, to finish and end, or to render what is not saved. */
export type ToWorker =
  | { type: 'wake' }
  | { type: 'close' }
  | { type: 'preview'; number: number; unsaved: UnsavedArticle };

const port = parentPort;
if (!port) throw new Error('the publisher runs as a worker thread');

const loop = new PublishLoop(workerData as PublisherOptions, (message) =>
  port.postMessage(message),
);
port.on('message', (message: ToWorker) => {
  if (message.type === 'wake') loop.wake();
  else if (message.type === 'preview') void loop.preview(message.number, message.unsaved);
  else loop.close();
});
await loop.run();
port.close();
