import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { createEventHub, formatFrame } from '../services/events/events.ts';
import { CountsByIpAddress } from './counts-by-ip-address.ts';
import { ipAddressOf } from './rate-limit.ts';

interface StreamOptions {
  /** Stored names of the channels. */
  channels: string[];
  /** Events that are sent first. */
  greetings: [name: string, data: unknown][];
  /** Checked regularly and before each event; the stream ends when it returns false. */
  mayStay: (() => boolean) | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    live: {
      /** Opens an event stream. @throws DomainError TOO_MANY_REQUESTS or BUSY */
      open(request: FastifyRequest, reply: FastifyReply, options: StreamOptions): void;
    };
  }
}

/** Interval of heartbeats, in milliseconds; proxies close silent connections after a minute. */
const HEARTBEAT_MS = 20_000;
/** Interval of session checks for private streams, in milliseconds. */
const RECHECK_MS = 5_000;
/** Unsent bytes that a slow client may accumulate for a time, and at most. */
const BACKLOG = { bytes: 64 * 1024, durationMs: 10_000, bytesMax: 4 * 1024 * 1024 };
/** Time for the client to read the end of a closed stream, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;
/** Maximum streams per IP address, shared by a household or an office. */
const STREAMS_PER_CLIENT_MAX = 60;
/** Maximum streams of this process. */
const STREAMS_MAX = 5_000;
/** Reconnection delay of browsers, in milliseconds; random, so that they do not all reconnect at once. */
const RETRY_MS = { min: 1_000, spread: 2_000 };

const heartbeat = Buffer.from(': still here\n\n');

interface Stream {
  response: ServerResponse;
  ipAddress: string;
  mayStay: (() => boolean) | undefined;
  unsubscribe: () => void;
  /** Time since the backlog exceeds the limit, on the monotonic clock, or null. */
  behindSince: number | null;
}

/** Serves the server-sent events of open pages. */
export const eventStreamPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    const streams = new Set<Stream>();
    const streamCounts = new CountsByIpAddress();
    /** True once the server closes: requests over open connections still get a response, but a stream would never end. */
    let isClosing = false;
    const hub = createEventHub(context, (error) => {
      app.log.error({ err: error }, 'reading real-time events failed');
    });
    const unsubscribe = context.publisher.subscribe((progress) => hub.sendLocal('jobs', progress));

    const write = (stream: Stream, frame: Buffer) => {
      if (isTooSlow(stream)) stream.response.destroy();
      else stream.response.write(frame);
    };
    const heartbeats = setInterval(() => {
      for (const stream of streams) write(stream, heartbeat);
    }, HEARTBEAT_MS).unref();
    const checks = setInterval(() => {
      for (const stream of streams) if (!mayStay(stream)) end(stream);
    }, RECHECK_MS).unref();

    /** Returns false also if the session can't be read: the stream ends, and the browser reconnects. */
    function mayStay(stream: Stream): boolean {
      try {
        return stream.mayStay?.() ?? true;
      } catch (error) {
        app.log.error({ err: error }, 'reading the session of a stream failed');
        return false;
      }
    }

    function rejectOverLimit(ipAddress: string): void {
      if (context.config.rateLimits && streamCounts.get(ipAddress) >= STREAMS_PER_CLIENT_MAX) {
        throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: 60 });
      }
      if (isClosing || streams.size >= STREAMS_MAX) {
        throw new DomainError('BUSY', { retryAfter: 30 });
      }
    }

    function add(stream: Stream): void {
      streams.add(stream);
      streamCounts.increment(stream.ipAddress);
      stream.response.once('close', () => remove(stream));
    }

    function end(stream: Stream): void {
      remove(stream);
      stream.response.end();
      // Clients that do not read the end must not keep the socket open.
      setTimeout(() => stream.response.destroy(), CLOSE_TIMEOUT_MS).unref();
    }

    function remove(stream: Stream): void {
      if (!streams.delete(stream)) return;
      stream.unsubscribe();
      streamCounts.decrement(stream.ipAddress);
    }

    app.decorate('live', {
      open(request, reply, { channels, greetings, mayStay: isAllowed }) {
        const ipAddress = ipAddressOf(request);
        rejectOverLimit(ipAddress);
        const response = reply.raw;
        const stream: Stream = {
          response,
          ipAddress,
          mayStay: isAllowed,
          unsubscribe: () => undefined,
          behindSince: null,
        };
        // First, because it reads the database: an error still gets a response.
        stream.unsubscribe = hub.listen(channels, (frame) => {
          if (mayStay(stream)) write(stream, frame);
          else end(stream);
        });
        add(stream);
        reply.hijack();
        // Without chunks all clients get the same bytes; the stream ends with the connection.
        response.removeHeader('transfer-encoding');
        response.writeHead(200, {
          ...(reply.getHeaders() as Record<string, string>),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          // An idle keep-alive connection would delay the shutdown.
          connection: 'close',
        });
        const retry = RETRY_MS.min + Math.floor(Math.random() * RETRY_MS.spread);
        response.write(`retry: ${retry}\n\n`);
        for (const [name, data] of greetings)
          response.write(formatFrame(name, JSON.stringify(data)));
      },
    });
    // Open streams would prevent the shutdown.
    app.addHook('preClose', async () => {
      isClosing = true;
      clearInterval(heartbeats);
      clearInterval(checks);
      unsubscribe();
      for (const stream of streams) end(stream);
      hub.close();
    });
  },
  { name: 'live', dependencies: ['session', 'rate-limit'] },
);

/** True if the client's backlog is too large or too old. */
function isTooSlow(stream: Stream): boolean {
  const backlog = stream.response.writableLength;
  if (backlog <= BACKLOG.bytes) {
    stream.behindSince = null;
    return false;
  }
  const now = performance.now();
  stream.behindSince ??= now;
  return backlog > BACKLOG.bytesMax || now - stream.behindSince > BACKLOG.durationMs;
}
