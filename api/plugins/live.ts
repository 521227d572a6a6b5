import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { createLiveHub, frameOf } from '../services/live/hub.ts';
import { addressOf } from './rate-limit.ts';

interface StreamWish {
  /** As the hub knows them. */
  channels: string[];
  /** What is said at the beginning: name and data of events. */
  greetings: [name: string, data: unknown][];
  /** Asked now and then, and before each event; where it says no, the stream ends. */
  mayStay: (() => boolean) | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    live: {
      /** Answers with a stream of events. @throws DomainError TOO_MANY_REQUESTS, or BUSY */
      open(request: FastifyRequest, reply: FastifyReply, wish: StreamWish): void;
    };
  }
}

/** Milliseconds between signs of life on an idle stream; proxies cut silent ones after a minute. */
const HEARTBEAT_MS = 20_000;
/** Milliseconds between looks whether those who hear private things are still signed in. */
const RECHECK_MS = 5_000;
/** What may wait for a reader who is slower than the news: this many bytes for so many milliseconds. */
const BACKLOG = { bytes: 64 * 1024, longest: 10_000, most: 4 * 1024 * 1024 };
/** Milliseconds that a stream which is over may take to be read to its end. */
const FAREWELL_MS = 1_000;
/** Streams that one address may have open: a household or an office, one for each browser. */
const PER_ADDRESS = 60;
/** Streams of this process. */
const IN_ALL = 5_000;
/** Milliseconds after which browsers connect again; spread, so that a crowd does not come at once. */
const RETRY_MS = { least: 1_000, spread: 2_000 };

const heartbeat = Buffer.from(': still here\n\n');

interface Stream {
  response: ServerResponse;
  address: string;
  mayStay: (() => boolean) | undefined;
  leave: () => void;
  /** Since when more waits than should, on the monotonic clock; null where it does not. */
  behindSince: number | null;
}

/** The one stream of a browser: what happens while a page is open, as server-sent events. */
export const livePlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    const streams = new Set<Stream>();
    const perAddress = new Map<string, number>();
    const hub = createLiveHub(context, (error) => {
      app.log.error({ err: error }, 'what is told live could not be read');
    });
    const unsubscribe = context.publisher.subscribe((progress) => hub.tell('jobs', progress));

    const write = (stream: Stream, frame: Buffer) => {
      if (isTooSlow(stream)) stream.response.destroy();
      else stream.response.write(frame);
    };
    const beats = setInterval(() => {
      for (const stream of streams) write(stream, heartbeat);
    }, HEARTBEAT_MS).unref();
    const checks = setInterval(() => {
      for (const stream of streams) if (stream.mayStay?.() === false) end(stream);
    }, RECHECK_MS).unref();

    function enter(address: string): void {
      const open = perAddress.get(address) ?? 0;
      if (context.config.rateLimits && open >= PER_ADDRESS) {
        throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: 60 });
      }
      if (streams.size >= IN_ALL) throw new DomainError('BUSY', { retryAfter: 30 });
      perAddress.set(address, open + 1);
    }

    function end(stream: Stream): void {
      forget(stream);
      stream.response.end();
      // Whoever does not read to the end keeps nothing open for that.
      setTimeout(() => stream.response.destroy(), FAREWELL_MS).unref();
    }

    function forget(stream: Stream): void {
      if (!streams.delete(stream)) return;
      stream.leave();
      const left = (perAddress.get(stream.address) ?? 1) - 1;
      if (left > 0) perAddress.set(stream.address, left);
      else perAddress.delete(stream.address);
    }

    app.decorate('live', {
      open(request, reply, { channels, greetings, mayStay }) {
        const address = addressOf(request);
        enter(address);
        reply.hijack();
        const response = reply.raw;
        // Each event is written as it is, to all alike; its end is the end of the connection.
        response.removeHeader('transfer-encoding');
        response.writeHead(200, {
          ...(reply.getHeaders() as Record<string, string>),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          // A kept-alive connection that has just become idle would hold up the end of the process.
          connection: 'close',
        });
        const retry = RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.spread);
        response.write(`retry: ${retry}\n\n`);
        for (const [name, data] of greetings) response.write(frameOf(name, JSON.stringify(data)));
        const leave = () => undefined;
        const stream: Stream = { response, address, mayStay, leave, behindSince: null };
        stream.leave = hub.listen(channels, (frame) => {
          if (stream.mayStay?.() === false) end(stream);
          else write(stream, frame);
        });
        streams.add(stream);
        response.once('close', () => forget(stream));
      },
    });
    // An open stream would hold up the end of the process for ever.
    app.addHook('preClose', async () => {
      clearInterval(beats);
      clearInterval(checks);
      unsubscribe();
      for (const stream of streams) end(stream);
      hub.close();
    });
  },
  { name: 'live', dependencies: ['session', 'rate-limit'] },
);

/** A burst may pile up for a moment; who does not catch up is cut off, and comes again. */
function isTooSlow(stream: Stream): boolean {
  const waiting = stream.response.writableLength;
  if (waiting <= BACKLOG.bytes) {
    stream.behindSince = null;
    return false;
  }
  const now = performance.now();
  stream.behindSince ??= now;
  return waiting > BACKLOG.most || now - stream.behindSince > BACKLOG.longest;
}
