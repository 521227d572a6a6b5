import { Worker } from 'node:worker_threads';
import {
  MARKDOWN_BYTES_MAX,
  type MarkdownErrorCode,
  MarkdownTimeout,
  MarkdownTooDeep,
  MarkdownTooLarge,
} from './errors.ts';
import type {
  ImageLookup,
  ImageSize,
  MarkdownRules,
  RenderedMarkdown,
  RenderInput,
} from './types.ts';

/** Settings of the worker. */
export interface WorkerSettings {
  siteOrigin: string | undefined;
  cacheBytes: number | undefined;
}

/** Text to render. */
export interface WorkerRequest {
  markdown: string;
  rules: MarkdownRules;
  images: ReadonlyMap<string, ImageSize>;
}

/** `ready` once after the warm-up, then one response per request. */
export type WorkerResponse =
  | { kind: 'ready' }
  | { kind: 'rendered'; rendered: RenderedMarkdown }
  | { kind: 'refused'; code: MarkdownErrorCode | undefined; message: string };

export { MarkdownError, MarkdownTimeout, MarkdownTooLarge } from './errors.ts';
export type { RenderedMarkdown, RenderInput } from './types.ts';

const TIMEOUT_MILLISECONDS = 5_000;
const WORKER_MEGABYTES_MAX = 512;

/** Settings of the service. */
export interface MarkdownServiceOptions {
  /** Maximum time per text without its time in the queue, in milliseconds. */
  timeoutMs?: number;
  /** Origin of the site, such as `https://example.com`, whose URLs are local. */
  siteOrigin?: string;
  /** Maximum estimated bytes of cached blocks. */
  cacheBytes?: number;
}

/** Renders Markdown in a worker thread, so that a text cannot block the process. */
export interface MarkdownService {
  /**
   * Renders a text. If `images` is a function, it is called for each path below /media/ in the source.
   * @throws MarkdownTooLarge, MarkdownTooDeep or MarkdownTimeout
   */
  render(markdown: string, input?: RenderInput): Promise<RenderedMarkdown>;
  /** Resolves after the warm-up. `render` can be called before. */
  ready(): Promise<void>;
  /** Stops the thread and rejects all pending texts. */
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
 * Starts the thread and its warm-up. After a timeout or a crash, the current text is rejected and a new
 * thread renders the rest of the queue.
 */
export function createMarkdownService(
  options: MarkdownServiceOptions = {},
): MarkdownService & AsyncDisposable {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MILLISECONDS;
  const { siteOrigin, cacheBytes } = options;
  const queue: Job[] = [];
  let worker = start();
  let isReady = false;
  let isClosed = false;
  let current: { job: Job; timer: NodeJS.Timeout } | undefined;
  const firstReady = Promise.withResolvers<void>();

  function start(): Worker {
    const settings: WorkerSettings = { siteOrigin, cacheBytes };
    const newWorker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEGABYTES_MAX },
    });
    newWorker.on('message', (response: WorkerResponse) => receive(newWorker, response));
    newWorker.on('error', (error) => replace(newWorker, error));
    newWorker.on('exit', () => replace(newWorker, new Error('The markdown thread stopped.')));
    // An idle thread must not keep the process alive.
    newWorker.unref();
    return newWorker;
  }

  function settle(): Job | undefined {
    const job = current?.job;
    clearTimeout(current?.timer);
    current = undefined;
    worker.unref();
    return job;
  }

  function replace(failedWorker: Worker, error: Error): void {
    if (isClosed || failedWorker !== worker) return;
    const failedJob = settle();
    // A thread that fails before its warm-up ends would fail each time, so the queue is not retried.
    if (!isReady) {
      for (const job of queue.splice(0)) job.reject(error);
      firstReady.reject(error);
    }
    isReady = false;
    worker = start();
    if (queue.length > 0) worker.ref();
    void failedWorker.terminate();
    failedJob?.reject(error);
  }

  function next(): void {
    if (!isReady || current !== undefined) return;
    const job = queue.shift();
    if (job === undefined) return;
    const timer = setTimeout(() => replace(worker, new MarkdownTimeout(timeoutMs)), timeoutMs);
    current = { job, timer };
    worker.ref();
    worker.postMessage(job.request);
  }

  function receive(sender: Worker, response: WorkerResponse): void {
    if (sender !== worker) return;
    if (response.kind === 'ready') {
      isReady = true;
      worker.unref();
      firstReady.resolve();
    } else {
      const job = settle();
      if (response.kind === 'rendered') job?.resolve(response.rendered);
      else if (response.code === 'MARKDOWN_TOO_DEEP') job?.reject(new MarkdownTooDeep());
      else job?.reject(new Error(response.message));
    }
    next();
  }

  async function close(): Promise<void> {
    isClosed = true;
    const pendingJobs = queue.splice(0);
    const job = settle();
    for (const { reject } of job ? [job, ...pendingJobs] : pendingJobs) {
      reject(new Error('The markdown service is closed.'));
    }
    await worker.terminate();
  }

  return {
    render(markdown, { images, rules = 'article' } = {}) {
      if (isClosed) return Promise.reject(new Error('The markdown service is closed.'));
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
      if (!isReady && !isClosed) worker.ref();
      return firstReady.promise;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
