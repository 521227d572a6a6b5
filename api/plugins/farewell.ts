import type { Socket } from 'node:net';
import fastifyPlugin from 'fastify-plugin';

/**
 * Browsers open connections ahead of the requests they may make. Node counts them as busy, so that
 * one of them would hold up the end of the server until its other end lets go.
 */
export const farewellPlugin = fastifyPlugin(
  async (app) => {
    const open = new Set<Socket>();
    let ending = false;
    app.server.on('connection', (socket: Socket) => {
      if (ending) return void socket.destroy();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    });
    app.addHook('preClose', async () => {
      ending = true;
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    });
  },
  { name: 'farewell' },
);
