import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Origin of every test site. Pages contain it, so that one prepared release fits all of them. */
export const SITE_ORIGIN = 'http://site.localhost';

/** SOCKS proxy of a worker, for its browser and for the requests that tests send themselves. */
export interface SiteProxy {
  /** Proxy URL for the option `proxy` of the browser or of its contexts. */
  server: string;
  /** Site that receives the requests to SITE_ORIGIN. */
  site: { port: number } | null;
  close(): void;
}

/** Protocol codes of RFC 1928. */
const [VERSION, NO_AUTHENTICATION, IPV4, DOMAIN_NAME] = [5, 0, 1, 3];
const replyCode = { succeeded: 0, notAllowed: 2, refused: 5 };
const encodeReply = (code: number) => Buffer.from([VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0]);

/** Returns the host and port of a CONNECT request. */
function parseRequest(request: Buffer): { host: string; port: number } {
  const port = request.readUInt16BE(request.length - 2);
  const isName = request[3] === DOMAIN_NAME;
  const address = request.subarray(isName ? 5 : 4, -2);
  return { host: isName ? address.toString('latin1') : address.join('.'), port };
}

/**
 * Starts a proxy that forwards SITE_ORIGIN to the site of the running test, and 127.0.0.1 and localhost to this
 * machine. It refuses all other hosts, so that no test reaches the network.
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
    // Browsers may close a connection at any time.
    client.on('error', () => client.destroy());
    await once(client, 'data');
    client.write(Buffer.from([VERSION, NO_AUTHENTICATION]));
    const [request] = await once(client, 'data');
    const { host, port } = parseRequest(request);
    const isSite = host === new URL(SITE_ORIGIN).hostname;
    if (!isSite && host !== '127.0.0.1' && host !== 'localhost') {
      client.end(encodeReply(replyCode.notAllowed));
      return;
    }
    const upstream = connect(isSite ? (proxy.site?.port ?? 0) : port, '127.0.0.1');
    upstream.on('error', () => upstream.destroy());
    try {
      await once(upstream, 'connect');
    } catch {
      client.end(encodeReply(replyCode.refused));
      return;
    }
    client.write(encodeReply(replyCode.succeeded));
    await Promise.allSettled([pipeline(client, upstream), pipeline(upstream, client)]);
  }
  return proxy;
}
