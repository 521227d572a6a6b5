import type { Socket } from 'node:net';
import fastifyPlugin from 'fastify-plugin';

/**
 * Closes idle connections that browsers opened in advance; Node counts them as busy, so they would
 * delay the shutdown.
 */
export const gracefulShutdownPlugin = fastifyPlugin(
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
  { name: 'graceful-shutdown' },
);
