import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Waits without the event loop, so that the response is there when the queue is closed. */
const program = `
import { ThreadQueue } from './api/thread-queue.ts';
const thread = "import { parentPort } from 'node:worker_threads';" +
  "parentPort.on('message', (text) => parentPort.postMessage(text));" +
  "parentPort.postMessage('ready');";
const file = new URL('data:text/javascript,' + encodeURIComponent(thread));
const queue = new ThreadQueue(file, { limitMs: 5000, idleMs: null });
await queue.ready();
void queue.send('text').catch(() => undefined);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
await queue.close();
console.log('closed');`;

it('closes while a response arrives, in a process that has nothing else to wait for', async () => {
  const parameters = ['--input-type=module', '--eval', program];
  expect((await promisify(execFile)(process.execPath, parameters)).stdout).toBe('closed\n');
});
