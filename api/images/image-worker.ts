import { type ChildProcess, fork } from 'node:child_process';
import type { ImageVariants, OgImageData } from '#contracts/image.ts';

/** Message to the image process. Paths are absolute. */
export type ImageRequest =
  | { kind: 'variants'; source: string; folder: string }
  | { kind: 'og-image'; card: OgImageData; file: string };

/** Response to a request; `code` is the code of a file system error. */
export type ImageResponse =
  | { done: true; variants?: ImageVariants }
  | { done: false; message: string; code: string | undefined };

/** Maximum time per image, in milliseconds. */
const TIMEOUT_MS = 120_000;
/** Time without requests after which the process ends to free its memory, in milliseconds. */
const IDLE_MS = 5_000;

/** The worker was closed before the image was done; a later process retries the job. */
export class ImageWorkerClosedError extends Error {}

/**
 * Makes images one at a time in a separate process with the lowest priority, so that a slow or crashing
 * decoder does not affect the server and the publisher.
 */
export class ImageWorker {
  #child: ChildProcess | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  /** Writes the variants of an image of the media library into a folder. */
  async makeVariants(source: string, folder: string): Promise<ImageVariants> {
    const { variants } = await this.#request({ kind: 'variants', source, folder });
    if (!variants) throw new Error('the image worker returned no variants');
    return variants;
  }

  /** Draws an Open Graph image. @param file absolute path */
  async drawOgImage(card: OgImageData, file: string): Promise<void> {
    await this.#request({ kind: 'og-image', card, file });
  }

  /** Ends the process at once and rejects the current request. */
  close(): void {
    this.#closed = true;
    this.#end('SIGKILL');
  }

  #request(request: ImageRequest): Promise<Extract<ImageResponse, { done: true }>> {
    if (this.#closed)
      return Promise.reject(new ImageWorkerClosedError('the image worker is closed'));
    clearTimeout(this.#idleTimer);
    const child = this.#child ?? this.#start();
    return new Promise((resolve, reject) => {
      const abort = (error: Error) => {
        cleanUp();
        this.#end('SIGKILL');
        reject(error);
      };
      const timer = setTimeout(
        () => abort(new Error(`making an image took longer than ${TIMEOUT_MS / 1000} seconds`)),
        TIMEOUT_MS,
      );
      const cleanUp = () => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        child.off('error', abort);
        this.#idleTimer = setTimeout(() => this.#end('SIGKILL'), IDLE_MS).unref();
      };
      const onMessage = (response: ImageResponse) => {
        cleanUp();
        if (response.done) resolve(response);
        else reject(Object.assign(new Error(response.message), { code: response.code }));
      };
      const onExit = () => {
        cleanUp();
        const message = 'the process that makes images ended';
        reject(this.#closed ? new ImageWorkerClosedError(message) : new Error(message));
      };
      child.on('message', onMessage);
      child.once('exit', onExit);
      // The process could not be started, or its channel is closed.
      child.once('error', abort);
      child.send(request);
    });
  }

  #start(): ChildProcess {
    const child = fork(new URL('./image-worker-process.ts', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    const discard = () => {
      if (this.#child === child) this.#child = null;
    };
    child.once('exit', discard);
    // An error without a listener would end the publisher.
    child.on('error', discard);
    this.#child = child;
    return child;
  }

  #end(signal: NodeJS.Signals): void {
    clearTimeout(this.#idleTimer);
    this.#child?.kill(signal);
    this.#child = null;
  }
}
