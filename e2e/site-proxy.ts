import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Origin of every test site. Pages contain it, so that one prepared release fits all of them. */
export const SITE_ORIGIN = 'http://site.localhost';

/** SOCKS proxy of a worker, for its browser and for the requests that tests send themselves. */
export interface SiteProxy {
  /** Address for the option `proxy` of the browser or of its contexts. */
  server: string;
  /** Site that SITE_ORIGIN leads to. */
  site: { port: number } | null;
  close(): void;
}

/** Codes of RFC 1928. */
const [VERSION, NO_AUTHENTICATION, IPV4, DOMAIN_NAME] = [5, 0, 1, 3];
const reply = { succeeded: 0, notAllowed: 2, refused: 5 };
const answer = (code: number) => Buffer.from([VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0]);

/** Returns host and port of a request to connect. */
function parseRequest(request: Buffer): { host: string; port: number } {
  const port = request.readUInt16BE(request.length - 2);
  const isName = request[3] === DOMAIN_NAME;
  const address = request.subarray(isName ? 5 : 4, -2);
  return { host: isName ? address.toString('latin1') : address.join('.'), port };
}

/**
 * Starts a proxy that leads SITE_ORIGIN to the site of the running test and addresses of this machine
 * to themselves. It refuses all others: no test reaches the network.
 */
export async function startSiteProxy(): Promise<SiteProxy> {
  const server = createServer((client) => {
    serveClient(client).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: SiteProxy = {
    server: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    site: null,
    close: () => void server.close(),
  };

  async function serveClient(client: Socket): Promise<void> {
    // Either end may leave at any time, as browsers do.
    client.on('error', () => client.destroy());
    await once(client, 'data');
    client.write(Buffer.from([VERSION, NO_AUTHENTICATION]));
    const [request] = await once(client, 'data');
    const { host, port } = parseRequest(request);
    const isSite = host === new URL(SITE_ORIGIN).hostname;
    if (!isSite && host !== '127.0.0.1' && host !== 'localhost') {
      client.end(answer(reply.notAllowed));
      return;
    }
    const upstream = connect(isSite ? (proxy.site?.port ?? 0) : port, '127.0.0.1');
    upstream.on('error', () => upstream.destroy());
    try {
      await once(upstream, 'connect');
    } catch {
      client.end(answer(reply.refused));
      return;
    }
    client.write(answer(reply.succeeded));
    await Promise.allSettled([pipeline(client, upstream), pipeline(upstream, client)]);
  }
  return proxy;
}
