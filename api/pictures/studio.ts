import { type ChildProcess, fork } from 'node:child_process';
import type { PictureVariants } from '#contracts/picture.ts';
import type { ShareCard } from '#contracts/share-picture.ts';
import type { StudioAnswer, StudioRequest } from './studio-messages.ts';

/** Milliseconds one picture may take. */
const PATIENCE_MS = 120_000;
/** Milliseconds without work after which the process, and its memory, goes. */
const IDLE_MS = 5_000;

/** The studio was closed before the work was done; another process will do it. */
export class StudioClosed extends Error {}

/**
 * Makes pictures in a process of its own, one at a time and at the lowest priority: what decodes
 * images and takes long can neither slow down nor bring down who serves and publishes.
 */
export class Studio {
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  /** Writes the variants of an image of the store into a folder. */
  async makeVariants(source: string, folder: string): Promise<PictureVariants> {
    const { variants } = await this.#ask({ kind: 'variants', source, folder });
    if (!variants) throw new Error('the studio told of no variants');
    return variants;
  }

  /** Draws the picture that stands for a page where it is shared. @param file absolute path */
  async drawSharePicture(card: ShareCard, file: string): Promise<void> {
    await this.#ask({ kind: 'share', card, file });
  }

  /** Ends the process; what it was doing is left undone. */
  close(): void {
    this.#closed = true;
    this.#end('SIGKILL');
  }

  #ask(request: StudioRequest): Promise<Extract<StudioAnswer, { done: true }>> {
    if (this.#closed) return Promise.reject(new StudioClosed('the studio is closed'));
    clearTimeout(this.#idle);
    const child = this.#child ?? this.#start();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        settle();
        this.#end('SIGKILL');
        reject(new Error(`making a picture took longer than ${PATIENCE_MS / 1000} seconds`));
      }, PATIENCE_MS);
      const settle = () => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        this.#idle = setTimeout(() => this.#end('SIGKILL'), IDLE_MS).unref();
      };
      const onMessage = (answer: StudioAnswer) => {
        settle();
        if (answer.done) resolve(answer);
        else reject(Object.assign(new Error(answer.message), { code: answer.code }));
      };
      const onExit = () => {
        settle();
        const ended = 'the process that makes pictures ended';
        reject(this.#closed ? new StudioClosed(ended) : new Error(ended));
      };
      child.on('message', onMessage);
      child.once('exit', onExit);
      child.send(request);
    });
  }

  #start(): ChildProcess {
    const child = fork(new URL('./studio-process.ts', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    this.#child = child;
    return child;
  }

  #end(signal: NodeJS.Signals): void {
    clearTimeout(this.#idle);
    this.#child?.kill(signal);
    this.#child = null;
  }
}
