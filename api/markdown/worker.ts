import { parentPort, workerData } from 'node:worker_threads';
import { MarkdownError } from './errors.ts';
import { createMarkdownRenderer } from './render.ts';
import { warmUp } from './warm-up.ts';
import type { WorkerAnswer, WorkerRequest, WorkerSettings } from './worker-messages.ts';

// The thread of markdown-service.ts: renders one text after the other until it is stopped.

const port = parentPort;
if (port === null) throw new Error('worker.ts runs in a worker thread only.');

const renderer = createMarkdownRenderer(workerData as WorkerSettings);

async function answer({ markdown, images }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    return { kind: 'rendered', rendered: await renderer.render(markdown, { images }) };
  } catch (error) {
    const code = error instanceof MarkdownError ? error.code : undefined;
    return { kind: 'refused', code, message: String(error) };
  }
}

await warmUp(renderer);
port.on('message', async (request: WorkerRequest) => port.postMessage(await answer(request)));
port.postMessage({ kind: 'ready' } satisfies WorkerAnswer);
