import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WaitingConnections } from './waiting-connections.ts';

const server = createServer({ pauseOnConnect: true });
let port: number;
beforeEach(async () => {
  server.listen({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  vi.useRealTimers();
  server.close();
});

/** Sends a request to a server that lets it wait. */
async function send(waiting: WaitingConnections): Promise<Socket> {
  const client = connect(port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\norder');
  const [socket] = await once(server, 'connection');
  waiting.add(socket);
  return client;
}

it('responds with 503 to a request that has waited too long, and keeps the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = new WaitingConnections();
  const tooLong = await send(waiting);
  vi.advanceTimersByTime(40_000);
  const later = await send(waiting);
  vi.advanceTimersByTime(10_000);
  expect(await text(tooLong)).toMatch(/^HTTP\/1\.1 503 .*retry-after: 10/s);
  const [kept, ...others] = waiting.takeAll();
  expect(others).toEqual([]);
  kept?.resume().end('taken');
  expect(await text(later)).toBe('taken');
});

it('responds with 503 at once if too many wait', async () => {
  const waiting = new WaitingConnections({ max: 1 });
  const first = await send(waiting);
  expect(await text(await send(waiting))).toContain('503');
  for (const socket of waiting.takeAll()) socket.resume().end('taken');
  expect(await text(first)).toBe('taken');
});
