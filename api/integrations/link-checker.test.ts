import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createLinkRequester,
  isPublicIpAddress,
  type LinkRequesterOptions,
} from './link-checker.ts';

/** Names that this test knows; everything else is a number or unknown. */
const names: Record<string, string[]> = {
  'public.example': ['127.0.0.1'],
  'private.example': ['127.0.0.2'],
  'iana.org': ['127.0.0.1'],
  'both.example': ['127.0.0.1', '127.0.0.2'],
};

let requestedUrls: string[];
let public1: http.Server;
let canary: http.Server;
let port: number;
let canaryHits: number;

/** Responds by path, as sites do. */
function handle(request: http.IncomingMessage, response: http.ServerResponse): void {
  const { url = '/', method } = request;
  requestedUrls.push(`${method} ${url}`);
  const to = (status: number, location: string) => response.writeHead(status, { location }).end();
  if (url === '/fine') response.end('fine');
  else if (url === '/moved') to(301, '/fine');
  else if (url === '/elsewhere') to(302, '/fine');
  else if (url === '/circle') to(302, '/circle');
  else if (url === '/nowhere') to(302, 'http://[');
  else if (url === '/to-private') to(302, `http://private.example:${port}/`);
  else if (url === '/to-loopback') to(301, `http://127.0.0.2:${port}/`);
  else if (url === '/to-port') to(301, 'http://public.example:22/');
  else if (url === '/to-file') to(301, 'file:///etc/passwd');
  else if (url === '/get-alone') response.writeHead(method === 'HEAD' ? 405 : 200).end();
  else if (url === '/never') return;
  else if (url === '/endless') {
    response.writeHead(200).flushHeaders();
    response.write('x'.repeat(100_000));
  } else response.writeHead(404).end();
}

const listen = (server: http.Server, host: string, at: number) =>
  new Promise<void>((resolve) => server.listen(at, host, resolve));

beforeAll(async () => {
  requestedUrls = [];
  canaryHits = 0;
  public1 = http.createServer(handle);
  await listen(public1, '127.0.0.1', 0);
  port = (public1.address() as AddressInfo).port;
  canary = http.createServer((_request, response) => response.end());
  canary.on('connection', () => {
    canaryHits += 1;
  });
  await listen(canary, '127.0.0.2', port);
});
afterAll(() => {
  for (const server of [public1, canary]) {
    server.closeAllConnections();
    server.close();
  }
});

/** One address of loopback stands for the public internet; its neighbour is the canary. */
const requestLink = (url: string, options: LinkRequesterOptions = {}) =>
  createLinkRequester({
    isPublic: (address) => address === '127.0.0.1',
    lookup: async (host) => {
      const found = names[host];
      if (!found) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
      return found.map((address) => ({ address, family: 4 }));
    },
    ports: new Set([String(port)]),
    ...options,
  })(url);
const at = (host: string, path = '/') => `http://${host}:${port}${path}`;

describe('a request to a linked site', () => {
  it.each([
    ['/fine', { kind: 'sound' }],
    ['/get-alone', { kind: 'sound' }],
    ['/endless', { kind: 'sound' }],
    ['/elsewhere', { kind: 'sound' }],
    ['/missing', { kind: 'status', status: 404 }],
    ['/circle', { kind: 'silent', reason: 'It redirects in a loop.' }],
    ['/nowhere', { kind: 'silent', reason: 'It redirects without a target URL.' }],
  ])('%s', async (path, expected) => {
    expect(await requestLink(at('public.example', path))).toEqual(expected);
  });

  it('returns the target of a permanent redirect', async () => {
    const to = at('public.example', '/fine');
    expect(await requestLink(at('public.example', '/moved'))).toEqual({ kind: 'moved', to });
  });

  it('uses HEAD, and GET if HEAD is rejected', async () => {
    requestedUrls = [];
    await requestLink(at('public.example', '/fine'));
    await requestLink(at('public.example', '/get-alone'));
    expect(requestedUrls).toEqual(['HEAD /fine', 'HEAD /get-alone', 'GET /get-alone']);
  });

  it('times out', async () => {
    expect(await requestLink(at('public.example', '/never'), { timeoutMs: 50 })).toEqual({
      kind: 'silent',
      reason: 'It did not respond in time.',
    });
  });

  it('distinguishes an unknown host name from a missing network', async () => {
    expect(await requestLink(at('unknown.example'))).toEqual({ kind: 'unknown-host' });
    const offline = async () => {
      throw Object.assign(new Error('offline'), { code: 'EAI_AGAIN' });
    };
    expect(await requestLink(at('public.example'), { lookup: offline })).toEqual({
      kind: 'offline',
    });
    const nameless = async () => {
      throw Object.assign(new Error('no server of names'), { code: 'ENOTFOUND' });
    };
    expect(await requestLink(at('public.example'), { lookup: nameless })).toEqual({
      kind: 'offline',
    });
  });
});

describe('an address outside the public internet', () => {
  it('is never contacted, by name, by number or by redirect', async () => {
    const addresses = [
      at('private.example'),
      at('both.example'),
      at('127.0.0.2'),
      at('0x7f000002'),
      at('2130706434'),
      at('0177.0.0.2'),
      at('127.2'),
      at('[::ffff:127.0.0.2]'),
      at('[::ffff:7f00:2]'),
      at('public.example', '/to-private'),
      at('public.example', '/to-loopback'),
      at('public.example', '/to-port'),
      at('public.example', '/to-file'),
      'http://public.example:22/',
      'ftp://public.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'no address',
    ];
    const responses: unknown[] = [];
    for (const address of addresses) responses.push([address, (await requestLink(address)).kind]);
    expect(responses).toEqual(addresses.map((address) => [address, 'refused']));
    expect(canaryHits).toBe(0);
  });

  it('is checked and contacted with the same DNS result', async () => {
    let times = 0;
    const lookup = async () => {
      times += 1;
      return [{ address: times === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    expect(await requestLink(at('changing.example', '/fine'), { lookup })).toEqual({
      kind: 'sound',
    });
    expect([times, canaryHits]).toEqual([1, 0]);
  });

  it.each([
    '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255',
    '192.0.0.8 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1',
    '255.255.255.255 :: ::1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::7f00:1 64:ff9b::a00:1 100::1 fc00::1',
    'fd12:3456::1 fe80::1 ff02::1 2001::1 2001:db8::1 2002:7f00:1:: 2002:a00:1:: 3fff::1',
    'localhost example.org',
  ])('holds %s', (addresses) => {
    expect(addresses.split(' ').filter(isPublicIpAddress)).toEqual([]);
  });

  it.each(['1.1.1.1 8.8.8.8 93.184.215.14 172.32.0.1 2606:4700::1111 2a00:1450:4001::200e'])(
    'does not hold %s',
    (addresses) => {
      const list = addresses.split(' ');
      expect(list.filter(isPublicIpAddress)).toEqual(list);
    },
  );
});
