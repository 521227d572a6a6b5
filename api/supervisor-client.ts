import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { FromServer, FromSupervisor } from './supervisor/server-process.ts';

/** The supervisor that started this server, see api/supervisor/supervise.ts. */
export interface Supervision {
  /** Resolves when the server may open its data. */
  start(): Promise<void>;
  /**
   * Returns true if the supervisor goes back to the previous version unless this server passes its health check.
   * Until `admitted` resolves, such a server only migrates the data.
   */
  isCandidate(): boolean;
  /** Serves a port of the loopback interface, and the connections that the supervisor passes on. */
  listen(app: FastifyInstance): Promise<void>;
  /** Resolves when the server gets connections. */
  readonly admitted: Promise<void>;
  onStop(stop: (reason: string) => void): void;
}

/** Returns null for a server that runs alone. */
export function joinSupervisor(): Supervision | null {
  if (!process.argv.includes('--supervised')) return null;
  const send = (message: FromServer) => process.send?.(message);
  const started = Promise.withResolvers<void>();
  const admitted = Promise.withResolvers<void>();
  let isCandidate = false;
  let server: FastifyInstance['server'] | null = null;
  // A server that is still starting has no request to complete.
  let stop = (_reason: string): void => process.exit(0);
  process.on('message', (message: FromSupervisor, socket?: Socket) => {
    if (message.type === 'start') {
      isCandidate = message.isCandidate;
      started.resolve();
    } else if (message.type === 'admit') admitted.resolve();
    else if (message.type === 'stop') stop('supervisor');
    else if (socket && server) {
      socket.setNoDelay(true);
      server.emit('connection', socket);
      socket.resume();
    }
  });
  process.once('disconnect', () => stop('supervisor ended'));
  // A terminal sends its signal to both processes; the supervisor passes it on.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  return {
    start() {
      send({ type: 'loaded' });
      return started.promise;
    },
    isCandidate: () => isCandidate,
    async listen(app) {
      server = app.server;
      const listenTextResolver = (address: string) => `Serving the supervisor at ${address}`;
      await app.listen({ port: 0, host: '127.0.0.1', listenTextResolver });
      const address = app.server.address();
      if (address !== null && typeof address !== 'string') {
        send({ type: 'listening', port: address.port });
      }
    },
    admitted: admitted.promise,
    onStop(given) {
      stop = given;
    },
  };
}
