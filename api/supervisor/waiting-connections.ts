import type { Socket } from 'node:net';

/** Default of `max`. */
const WAITING_MAX = 5000;
/** Milliseconds that a connection waits at most; proxies give up after a minute. */
const WAIT_MAX_MS = 50_000;

const busy = [
  'HTTP/1.1 503 Service Unavailable',
  'content-type: application/json; charset=utf-8',
  'content-length: 0',
  'cache-control: no-store',
  'retry-after: 10',
  'connection: close',
  '',
  '',
].join('\r\n');

function rejectConnection(socket: Socket): void {
  // Reads the data of the client, because closing a connection with unread data also discards the response.
  socket.resume();
  socket.end(busy);
}

/** Connections that wait for a server, from which nothing has been read. */
export class WaitingConnections {
  readonly #timers = new Map<Socket, NodeJS.Timeout>();
  readonly #max: number;

  /** @param options.max connections that wait at most */
  constructor({ max = WAITING_MAX } = {}) {
    this.#max = max;
  }

  /** Lets a connection wait. It gets a 503 after the limit, or at once if too many wait. */
  add(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.#timers.size >= this.#max) {
      rejectConnection(socket);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(socket);
      rejectConnection(socket);
    }, WAIT_MAX_MS);
    this.#timers.set(socket, timer);
  }

  /** Removes and returns all connections, in the order of their arrival. */
  takeAll(): Socket[] {
    const sockets = [...this.#timers.keys()];
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    return sockets;
  }
}
