import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { articleComments } from '#contracts/event-channels.ts';
import { upsertSetting } from '../db/repositories/site.ts';
import { buildTestApp, type TestApp, type TestOverrides } from '../testing/build-test-app.ts';
import { insertTestArticle, insertTestUser } from '../testing/factories.ts';
import { until } from '../testing/until.ts';

/** Bytes that no socket buffer holds. */
const LARGE = 64 * 1024 * 1024;

const EVENTS = `/api/events?channel=${articleComments('thearticle')}`;

let test: TestApp;
const sockets: Socket[] = [];
let finish: () => void = () => undefined;

async function start(overrides: TestOverrides = {}): Promise<void> {
  test = await buildTestApp({
    ...overrides,
    config: { rateLimits: true, ...overrides.config },
    extend: (app) => {
      app.register(async (scope) => {
        scope.get('/api/large', { config: { requiredRole: 'public' } }, async () =>
          Buffer.alloc(LARGE),
        );
        scope.get('/api/slow', { config: { requiredRole: 'public' } }, async () => {
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
          return 'done';
        });
      });
    },
  });
  const { database } = test.context;
  const authorId = insertTestUser(database).id;
  insertTestArticle(database, { publicId: 'thearticle', authorId });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
}
afterEach(async () => {
  finish();
  for (const socket of sockets.splice(0)) socket.destroy();
  await test.close();
});

interface Client {
  socket: Socket;
  response: string;
  closed: boolean;
  get(path: string, headers?: string): void;
}

/** Opens a connection and collects what arrives on it. */
function open(): Client {
  const socket = connect((test.app.server.address() as AddressInfo).port, '127.0.0.1');
  const client: Client = {
    socket,
    response: '',
    closed: false,
    get: (path, headers = '') => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
    },
  };
  socket.on('data', (bytes) => {
    client.response += bytes.toString('latin1');
  });
  socket.on('close', () => {
    client.closed = true;
  });
  // A reset is one way of being closed.
  socket.on('error', () => undefined);
  sockets.push(socket);
  return client;
}

const connections = () =>
  new Promise<number>((resolve, reject) => {
    test.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

describe('an idle connection', () => {
  beforeEach(async () => {
    await start();
    expect(test.app.server.timeout).toBeGreaterThan(0);
    test.app.server.timeout = 100;
  });

  it('is closed while its client leaves a response unread', async () => {
    const arrived = once(test.app.server, 'request');
    const { socket, get } = open();
    socket.pause();
    get('/api/large');
    await arrived;
    await until('the connection is closed', async () => (await connections()) === 0);
  });

  it('is closed if its client sends requests without reading responses', async () => {
    const arrived = once(test.app.server, 'request');
    const { socket, get } = open();
    socket.pause();
    for (let number = 0; number < 5; number += 1) get('/api/large');
    await arrived;
    await until('the connection is closed', async () => (await connections()) === 0);
  });

  it('stays open while the server prepares the response', async () => {
    const client = open();
    client.get('/api/slow');
    // A connection of the same age without a request shows that the time is over, twice.
    for (let number = 0; number < 2; number += 1) {
      const idle = open();
      await until('an idle connection is closed', () => idle.closed);
    }
    finish();
    await until('the response arrives', () => client.response.endsWith('done'));
  });

  it('stays open as an event stream without events', async () => {
    const stream = open();
    stream.get(EVENTS);
    await until('the stream is open', () => stream.response.includes('text/event-stream'));
    for (let number = 0; number < 2; number += 1) {
      const idle = open();
      await until('an idle connection is closed', () => idle.closed);
    }
    expect(stream.closed).toBe(false);
  });
});

describe('the connections of one IP address', () => {
  const limitTo = (count: number) =>
    upsertSetting(test.context.database.query, 'connections-per-ip-address', count, 0);

  it('are limited by the setting, and a closed one frees its place', async () => {
    await start();
    limitTo(10);
    const first = Array.from({ length: 10 }, open);
    await until('all are open', async () => (await connections()) === 10);
    const refused = open();
    await until('the eleventh is closed', () => refused.closed);
    expect(first.filter(({ closed }) => closed)).toEqual([]);
    first[0]?.socket.destroy();
    await until('one is gone', async () => (await connections()) === 9);
    const next = open();
    next.get('/api/user/info');
    await until('a new one gets a response', () => next.response.startsWith('HTTP/1.1 401'));
  });

  it('are limited to 100 by default', async () => {
    await start();
    const clients = Array.from({ length: 101 }, open);
    await until('one is closed', () => clients.some(({ closed }) => closed));
    await until('the others are open', async () => (await connections()) === 100);
  });

  it('are unlimited if limits are off', async () => {
    await start({ config: { rateLimits: false } });
    limitTo(10);
    Array.from({ length: 20 }, open);
    await until('all are open', async () => (await connections()) === 20);
  });
});

describe('behind a trusted proxy', () => {
  beforeEach(async () => {
    await start({ config: { trustedProxies: ['127.0.0.0/8'] } });
    upsertSetting(test.context.database.query, 'connections-per-ip-address', 10, 0);
  });
  const from = (address: string) => `X-Forwarded-For: ${address}\r\n`;
  const stream = (address: string) => {
    const client = open();
    client.get(EVENTS, from(address));
    return client;
  };
  const isOpen = ({ response }: Client) => response.startsWith('HTTP/1.1 200');

  it('the connections of the proxy are not limited', async () => {
    Array.from({ length: 30 }, open);
    await until('all are open', async () => (await connections()) === 30);
  });

  it('requests and streams are limited for each forwarded address', async () => {
    const streams = Array.from({ length: 10 }, () => stream('198.51.100.1'));
    await until('ten streams are open', () => streams.every(isOpen));
    const refused = stream('198.51.100.1');
    await until('the next request is refused', () => refused.response.startsWith('HTTP/1.1 429'));
    expect(refused.response).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(refused.response).toContain('"code":"TOO_MANY_REQUESTS"');
    const other = stream('198.51.100.2');
    await until('another address is served', () => isOpen(other));
    streams[0]?.socket.destroy();
    await until('one that ends makes room', () => {
      const again = stream('198.51.100.1');
      return until('it gets a response', () => again.response !== '').then(() => isOpen(again));
    });
  });

  it('requests of the proxy itself are not limited', async () => {
    const streams = Array.from({ length: 15 }, () => {
      const client = open();
      client.get('/api/slow');
      return client;
    });
    const health = open();
    health.get('/api/health');
    await until('the proxy gets a response', () => health.response.startsWith('HTTP/1.1 503'));
    expect(streams.filter(({ response }) => response !== '')).toEqual([]);
  });
});
