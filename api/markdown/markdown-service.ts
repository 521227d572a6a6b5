import { Worker } from 'node:worker_threads';
import {
  MARKDOWN_BYTES_MAX,
  MarkdownTimeout,
  MarkdownTooDeep,
  MarkdownTooLarge,
} from './errors.ts';
import type { ImageLookup, ImageSize, RenderedMarkdown, RenderInput } from './types.ts';
import type { WorkerAnswer, WorkerRequest, WorkerSettings } from './worker-messages.ts';

export { MarkdownError, MarkdownTimeout, MarkdownTooLarge } from './errors.ts';
export type { RenderedMarkdown, RenderInput } from './types.ts';

const TIMEOUT_MILLISECONDS = 5_000;
const WORKER_MEGABYTES_MAX = 512;

/** Settings of the service. */
export interface MarkdownServiceOptions {
  /** Longest that one render may take, in milliseconds; waiting in the queue doesn't count. */
  timeoutMs?: number;
  /** Origin of the site, such as `https://example.com`: full addresses below it are ours. */
  siteOrigin?: string;
  /** Most bytes to remember of blocks rendered before. */
  cacheBytes?: number;
}

/** Renders markdown in a thread of its own, so that no text can stop the process. */
export interface MarkdownService {
  /**
   * Rejects with MarkdownTooLarge, MarkdownTooDeep or MarkdownTimeout. A function as `images` is
   * asked for each path below /media/ that occurs in the source.
   */
  render(markdown: string, input?: RenderInput): Promise<RenderedMarkdown>;
  /** Resolves when the first worker is warm; renders may be asked for before. */
  ready(): Promise<void>;
  /** Stops the thread; what is still waiting is rejected. */
  close(): Promise<void>;
}

interface Job {
  request: WorkerRequest;
  resolve(rendered: RenderedMarkdown): void;
  reject(error: Error): void;
}

function collectSizes(
  markdown: string,
  images: ImageLookup | undefined,
): ReadonlyMap<string, ImageSize> {
  if (typeof images !== 'function') return images ?? new Map();
  const sizes = new Map<string, ImageSize>();
  // Paths below IMAGE_PATH.
  for (const [path] of markdown.matchAll(/\/media\/[^\s()<>"'\]]+/g)) {
    const size = images(path);
    if (size) sizes.set(path, size);
  }
  return sizes;
}

/**
 * Starts the thread and its warm-up. After a timeout or a crash the culprit is rejected and a
 * fresh thread takes over the rest of the queue.
 */
export function createMarkdownService(options: MarkdownServiceOptions = {}): MarkdownService {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MILLISECONDS;
  const { siteOrigin, cacheBytes } = options;
  const queue: Job[] = [];
  let worker = start();
  let warm = false;
  let closed = false;
  let current: { job: Job; timer: NodeJS.Timeout } | undefined;
  const firstReady = Promise.withResolvers<void>();

  function start(): Worker {
    const settings: WorkerSettings = { siteOrigin, cacheBytes };
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEGABYTES_MAX },
    });
    started.on('message', (answer: WorkerAnswer) => receive(started, answer));
    started.on('error', (error) => replace(started, error));
    started.on('exit', () => replace(started, new Error('The markdown thread stopped.')));
    // An idle thread is no reason to keep the process alive.
    started.unref();
    return started;
  }

  function settle(): Job | undefined {
    const job = current?.job;
    clearTimeout(current?.timer);
    current = undefined;
    worker.unref();
    return job;
  }

  function replace(broken: Worker, error: Error): void {
    if (closed || broken !== worker) return;
    const culprit = settle();
    // A thread that breaks before its first job would break again and again.
    if (!warm) {
      for (const job of queue.splice(0)) job.reject(error);
      firstReady.reject(error);
    }
    warm = false;
    worker = start();
    if (queue.length > 0) worker.ref();
    void broken.terminate();
    culprit?.reject(error);
  }

  function next(): void {
    if (!warm || current !== undefined) return;
    const job = queue.shift();
    if (job === undefined) return;
    const timer = setTimeout(() => replace(worker, new MarkdownTimeout(timeoutMs)), timeoutMs);
    current = { job, timer };
    worker.ref();
    worker.postMessage(job.request);
  }

  function receive(sender: Worker, answer: WorkerAnswer): void {
    if (sender !== worker) return;
    if (answer.kind === 'ready') {
      warm = true;
      worker.unref();
      firstReady.resolve();
    } else {
      const job = settle();
      if (answer.kind === 'rendered') job?.resolve(answer.rendered);
      else if (answer.code === 'MARKDOWN_TOO_DEEP') job?.reject(new MarkdownTooDeep());
      else job?.reject(new Error(answer.message));
    }
    next();
  }

  return {
    render(markdown, { images, rules = 'article' } = {}) {
      if (closed) return Promise.reject(new Error('The markdown service is closed.'));
      const bytes = Buffer.byteLength(markdown);
      if (bytes > MARKDOWN_BYTES_MAX) return Promise.reject(new MarkdownTooLarge(bytes));
      const { promise, resolve, reject } = Promise.withResolvers<RenderedMarkdown>();
      const request = { markdown, rules, images: collectSizes(markdown, images) };
      queue.push({ request, resolve, reject });
      worker.ref();
      next();
      return promise;
    },
    ready() {
      if (!warm && !closed) worker.ref();
      return firstReady.promise;
    },
    async close() {
      closed = true;
      const waiting = queue.splice(0);
      const job = settle();
      for (const { reject } of job ? [job, ...waiting] : waiting) {
        reject(new Error('The markdown service is closed.'));
      }
      await worker.terminate();
    },
  };
}
