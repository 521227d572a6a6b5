import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on a free port of the loopback. */
export interface LocalServer {
  url: string;
  port: number;
  /** Closes the server and its connections. */
  close(): Promise<void>;
}

export async function startLocalServer(
  listener: RequestListener,
  wantedPort = 0,
): Promise<LocalServer> {
  const server = createServer(listener).listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Returns a free port. @throws Error if `wanted` is in use */
export async function freePort(wanted = 0): Promise<number> {
  const { port, close } = await startLocalServer(() => undefined, wanted);
  await close();
  return port;
}
