import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyBaseLogger } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { MINUTE_MS } from '#contracts/durations.ts';
import { settingTable } from '#contracts/settings.ts';
import type { AppContext } from '../context.ts';
import { settingOf } from '../db/hot/site.ts';
import { CountsByIpAddress } from './counts-by-ip-address.ts';

/** Milliseconds in which clients of open connections learn from a response that theirs is the last one. */
const LAST_REQUESTS_MS = 500;
const POLL_EVERY_MS = 20;

/**
 * Closes idle connections that browsers opened in advance; Node counts them as busy, so they would delay the
 * shutdown. With `lastRequests`, requests that are on their way over open connections are handled before, because
 * another server takes over and none may be refused. Register it after plugins whose hooks end streams.
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
      while (lastRequests && mustWait()) await pause(POLL_EVERY_MS);
      ending = true;
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    });
  },
  { name: 'graceful-shutdown' },
);

const lists = new Map<readonly string[], BlockList>();

const familyOf = (ipAddress: string) => (isIPv6(ipAddress) ? 'ipv6' : 'ipv4');

/** Milliseconds a client may take to send its whole request. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Keep-alive timeout in milliseconds; longer than the usual 60 s of proxies. */
const KEEP_ALIVE_MS = 72_000;
/** Milliseconds after which a client that does not read its response is disconnected. */
const UNREAD_MS = MINUTE_MS;

type Context = Pick<AppContext, 'config' | 'database'>;

/** Returns a factory of servers that share one count of connections per IP address. */
export function httpServerFactory(context: Context, log: FastifyBaseLogger) {
  const limitConnections = createConnectionLimit(context, log);
  return (handler: RequestListener): Server => {
    // A hook refuses requests without a host, with the usual headers.
    const server = createServer({ requireHostHeader: false }, handler);
    server.requestTimeout = REQUEST_TIMEOUT_MS;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.timeout = UNREAD_MS;
    closeStalled(server);
    if (context.config.rateLimits) server.on('connection', limitConnections);
    return server;
  };
}

/** Closes idle connections, unless the server is preparing a response. */
function closeStalled(server: Server): void {
  const responses = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('timeout', (socket: Socket) => {
    const response = responses.get(socket);
    const isWorking = response !== undefined && !response.writableEnded;
    // A running handler, or an event stream without new events: the client has read everything.
    if (isWorking && socket.writableLength === 0) socket.setTimeout(server.timeout);
    else socket.destroy();
  });
}

/** Limits the connections of an IP address, except those of trusted proxies. */
function createConnectionLimit({ config, database }: Context, log: FastifyBaseLogger) {
  const connections = new CountsByIpAddress();
  return (socket: Socket): void => {
    if (socket.remoteAddress === undefined) return;
    if (isTrustedProxy(config.trustedProxies, socket.remoteAddress)) return;
    const ipAddress = normalizeIP(socket.remoteAddress);
    if (connections.get(ipAddress) >= readConnectionLimit(database, log)) {
      socket.destroy();
      return;
    }
    connections.increment(ipAddress);
    socket.once('close', () => connections.decrement(ipAddress));
  };
}

/** Returns how many connections or concurrent requests one IP address may have. */
export function readConnectionLimit(database: Context['database'], log: FastifyBaseLogger): number {
  try {
    return settingOf(database, 'connections-per-ip-address');
  } catch (error) {
    // A broken database must neither disable the limit nor end the process from an event listener.
    log.error({ err: error }, 'connection limit could not be read');
    return settingTable['connections-per-ip-address'].default;
  }
}

/** True if an IP address is one of the proxies, which are given as IP or CIDR. */
export function isTrustedProxy(proxies: readonly string[], ipAddress: string): boolean {
  return proxies.length > 0 && listOf(proxies).check(ipAddress, familyOf(ipAddress));
}

function listOf(proxies: readonly string[]): BlockList {
  const cached = lists.get(proxies);
  if (cached) return cached;
  const list = new BlockList();
  for (const proxy of proxies) {
    const [ipAddress = '', prefix] = proxy.split('/');
    if (prefix === undefined) list.addAddress(ipAddress, familyOf(ipAddress));
    else list.addSubnet(ipAddress, Number(prefix), familyOf(ipAddress));
  }
  lists.set(proxies, list);
  return list;
}
