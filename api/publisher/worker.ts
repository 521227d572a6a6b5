import { parentPort, workerData } from 'node:worker_threads';
import { type PublisherOptions, PublishLoop } from './publish-loop.ts';

/** What the worker is told: that there is work, or to finish and end. */
export type ToWorker = { type: 'wake' } | { type: 'close' };

const port = parentPort;
if (!port) throw new Error('the publisher runs as a worker thread');

const loop = new PublishLoop(workerData as PublisherOptions, (message) =>
  port.postMessage(message),
);
port.on('message', (message: ToWorker) => {
  if (message.type === 'wake') loop.wake();
  else loop.close();
});
await loop.run();
port.close();
