import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fastifyPlugin from 'fastify-plugin';

/** Milliseconds in which clients of open connections learn from a response that theirs is the last one. */
const LAST_REQUESTS_MS = 500;
const LOOK_EVERY_MS = 20;

/**
 * Closes idle connections that browsers opened in advance; Node counts them as busy, so they would
 * delay the shutdown. With `lastRequests`, requests that are on their way over open connections are
 * answered before: another server takes over, and none may be refused. Register it after plugins whose
 * hooks end streams.
 */
export const gracefulShutdownPlugin = fastifyPlugin(
  async (app, { lastRequests }: { lastRequests: boolean }) => {
    const open = new Set<Socket>();
    /** Responses that are not complete. Node does not wait for those on sockets of another process. */
    let active = 0;
    let ending = false;
    app.server.on('connection', (socket: Socket) => {
      if (ending) return void socket.destroy();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    });
    app.server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
      active += 1;
      response.once('close', () => {
        active -= 1;
      });
    });
    app.addHook('preClose', async () => {
      const end = performance.now() + LAST_REQUESTS_MS;
      const mustWait = () => active > 0 || (open.size > 0 && performance.now() < end);
      while (lastRequests && mustWait()) await pause(LOOK_EVERY_MS);
      ending = true;
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    });
  },
  { name: 'graceful-shutdown' },
);
