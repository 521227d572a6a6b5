import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';

/** Milliseconds that a server may take for its last requests. */
const STOP_MS = 15_000;

/** Messages of a server to the supervisor. A supervisor and servers of other versions exchange them: only add to them. */
export type FromServer =
  /** Its code is loaded; it has touched no data. */
  | { type: 'loaded' }
  /** It serves on a port of the loopback interface. */
  | { type: 'listening'; port: number };
/** Messages of the supervisor; `connection` brings a socket. */
export type FromSupervisor =
  /** A candidate may migrate the database, and changes nothing else until it is admitted. */
  | { type: 'start'; isCandidate: boolean }
  | { type: 'admit' }
  | { type: 'stop' }
  | { type: 'connection' };

/** The other version cannot be used; the message says why. */
export class SwitchFailedError extends Error {}

/** Argument of a server that a supervisor starts. */
export const SUPERVISED = '--supervised';

/** Server of one version, in a process of its own. */
export class ServerProcess {
  readonly root: string;
  readonly exited: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #received: FromServer[] = [];
  #hasExited = false;
  #onMessage = () => {};

  /** @param root absolute folder of the version: a package, or a clone */
  constructor(root: string, environment: NodeJS.ProcessEnv) {
    this.root = root;
    const node = path.join(root, 'node_modules', '.bin', 'node');
    const bundled = path.join(root, 'server', 'server.js');
    const program = existsSync(bundled) ? bundled : path.join(root, 'api', 'server.ts');
    this.#child = spawn(existsSync(node) ? node : process.execPath, [program, SUPERVISED], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: environment,
    });
    this.exited = new Promise<void>((resolve) => {
      const end = () => {
        this.#hasExited = true;
        resolve();
      };
      this.#child.once('exit', end).once('error', end);
    });
    this.#child.on('message', (message: FromServer) => {
      this.#received.push(message);
      this.#onMessage();
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  get exitCode(): number {
    return this.#child.exitCode ?? 1;
  }

  send(message: FromSupervisor): void {
    if (this.#child.connected) this.#child.send(message);
  }

  /** Hands a connection over, from which nothing has been read. */
  hand(socket: Socket): void {
    const message: FromSupervisor = { type: 'connection' };
    this.#child.send(message, socket, { keepOpen: false }, (error) => {
      if (error) socket.destroy();
    });
  }

  /** @throws SwitchFailedError if the process ends or the time is over before the message arrives */
  receive<Type extends FromServer['type']>(
    type: Type,
    limitMs: number,
  ): Promise<Extract<FromServer, { type: Type }>> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => reject(new SwitchFailedError(reason));
      const timer = setTimeout(() => fail('The server of this version is too slow.'), limitMs);
      this.#onMessage = () => {
        const found = this.#received.find(
          (message): message is Extract<FromServer, { type: Type }> => message.type === type,
        );
        if (!found) return;
        clearTimeout(timer);
        resolve(found);
      };
      this.#onMessage();
      void this.exited.then(() => {
        clearTimeout(timer);
        fail('The server of this version ended. The log says why.');
      });
    });
  }

  /** Lets the server complete its requests, and ends it after a limit. */
  async stop(): Promise<void> {
    this.send({ type: 'stop' });
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    await this.exited;
    clearTimeout(timer);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exited;
  }
}
