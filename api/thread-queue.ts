import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';

/** The thread did not respond in time. */
export class ThreadTimeoutError extends Error {}
/** The queue was closed before the thread responded. */
export class ThreadClosedError extends Error {}

/** First message of a thread. */
const READY = 'ready';

interface ThreadOptions extends Pick<WorkerOptions, 'workerData' | 'resourceLimits'> {
  /** Maximum time per request without its time in the queue, in milliseconds. */
  limitMs: number;
  /** Idle time after which the thread is stopped to free memory, in milliseconds; null keeps a thread running. */
  idleMs: number | null;
}

interface Call<Request, Response> {
  request: Request;
  resolve(response: Response): void;
  reject(error: Error): void;
}

/**
 * Sends requests to a worker thread, one at a time. After a timeout or a crash, the current request is
 * rejected and a new thread handles the rest of the queue.
 */
export class ThreadQueue<Request, Response> {
  readonly #file: URL;
  readonly #options: ThreadOptions;
  readonly #waiting: Call<Request, Response>[] = [];
  readonly #firstReady = Promise.withResolvers<void>();
  #worker: Worker | null = null;
  #isReady = false;
  #isClosed = false;
  #current: { call: Call<Request, Response>; timer: NodeJS.Timeout } | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  /** @param file module of the thread, which calls `handleRequests` */
  constructor(file: URL, options: ThreadOptions) {
    this.#file = file;
    this.#options = options;
    // Requests report a failure, too.
    this.#firstReady.promise.catch(() => undefined);
    if (options.idleMs === null) this.#worker = this.#start();
  }

  /** Number of requests without a response. */
  get pending(): number {
    return this.#waiting.length + (this.#current === null ? 0 : 1);
  }

  /** Resolves when a thread is ready for the first time. */
  ready(): Promise<void> {
    if (!this.#isReady && !this.#isClosed) this.#worker?.ref();
    return this.#firstReady.promise;
  }

  /** @throws ThreadTimeoutError, ThreadClosedError; the error that ended the thread */
  send(request: Request): Promise<Response> {
    if (this.#isClosed) return Promise.reject(new ThreadClosedError('The thread is closed.'));
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    this.#waiting.push({ request, resolve, reject });
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#sendNext();
    return promise;
  }

  /** Stops the thread and rejects all pending requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    const current = this.#endCurrent();
    const waiting = this.#waiting.splice(0);
    for (const { reject } of current ? [current, ...waiting] : waiting) {
      reject(new ThreadClosedError('The thread is closed.'));
    }
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { workerData, resourceLimits } = this.#options;
    const worker = new Worker(this.#file, { workerData, resourceLimits });
    worker.on('message', (message) => this.#receive(worker, message));
    worker.on('error', (error: Error) => this.#replace(worker, error));
    worker.on('exit', () => this.#replace(worker, new Error('The thread stopped.')));
    // An idle thread must not keep the process alive.
    worker.unref();
    return worker;
  }

  #replace(failed: Worker, error: Error): void {
    if (this.#isClosed || failed !== this.#worker) return;
    const call = this.#endCurrent();
    // A thread that fails before it is ready would fail each time, so the queue is not retried.
    if (!this.#isReady) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
      this.#firstReady.reject(error);
    }
    this.#stop();
    if (this.#options.idleMs === null || this.#waiting.length > 0) this.#worker = this.#start();
    if (this.#waiting.length > 0) this.#worker?.ref();
    call?.reject(error);
  }

  #stop(): void {
    void this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
  }

  #receive(sender: Worker, message: Response | typeof READY): void {
    // A late response would let the process end before the thread that `close` waits for.
    if (this.#isClosed || sender !== this.#worker) return;
    if (message === READY) {
      this.#isReady = true;
      this.#firstReady.resolve();
      sender.unref();
    } else this.#endCurrent()?.resolve(message as Response);
    this.#sendNext();
  }

  #sendNext(): void {
    const worker = this.#worker;
    if (!worker || !this.#isReady || this.#current !== null) return;
    const call = this.#waiting.shift();
    if (call) {
      const { limitMs } = this.#options;
      const timeout = new ThreadTimeoutError(`The thread did not respond within ${limitMs} ms.`);
      const timer = setTimeout(() => this.#replace(worker, timeout), limitMs);
      this.#current = { call, timer };
      worker.ref();
      worker.postMessage(call.request);
    } else if (this.#options.idleMs !== null) {
      clearTimeout(this.#idleTimer);
      this.#idleTimer = setTimeout(() => this.#stop(), this.#options.idleMs).unref();
    }
  }

  /** Ends the current request. */
  #endCurrent(): Call<Request, Response> | undefined {
    const call = this.#current?.call;
    clearTimeout(this.#current?.timer);
    this.#current = null;
    this.#worker?.unref();
    return call;
  }
}

/** Runs in the thread and responds to its requests. */
export function handleRequests<Request, Response>(
  handle: (request: Request) => Promise<Response>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('This module runs in a worker thread only.');
  port.on('message', async (request: Request) => port.postMessage(await handle(request)));
  port.postMessage(READY);
}
