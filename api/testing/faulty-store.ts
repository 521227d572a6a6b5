import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Fault of one request to a store. */
export type StoreFault =
  | 'timeout'
  | 'reset'
  | 'lost response'
  | 'half of the request'
  | 'half of the response'
  | 'other bytes'
  | 'failure'
  | 'throttled'
  | 'expired keys'
  | 'missing bucket';

/** A proxy before a store. */
export interface FaultyStore {
  endpoint: string;
  /** Faults of the next requests that `isConcerned` accepts. */
  faults: StoreFault[];
  /** Fault of all requests, or null. */
  constant: StoreFault | null;
  /** Returns true for the requests that `faults` concern; all by default. */
  isConcerned: (method: string, path: string) => boolean;
  /** Method and path of each request that has reached the store, in order. */
  passed: string[];
  /** Time at which the store has last stored each object, on the monotonic clock, by method and path. */
  stored: Map<string, number>;
  close(): Promise<void>;
}

const document = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
const refusals: Partial<Record<StoreFault, [status: number, code: string]>> = {
  failure: [500, 'InternalError'],
  throttled: [503, 'SlowDown'],
  'expired keys': [400, 'ExpiredToken'],
  'missing bucket': [404, 'NoSuchBucket'],
};

/** Starts a proxy that passes requests on to a store, with the faults that the test asks for. */
export async function startFaultyStore(store: string): Promise<FaultyStore> {
  const state = {
    faults: [] as StoreFault[],
    constant: null as StoreFault | null,
    isConcerned: (_method: string, _path: string) => true,
    passed: [] as string[],
    stored: new Map<string, number>(),
  };
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const concerned = state.isConcerned(method, url);
    const fault = state.constant ?? (concerned ? state.faults.shift() : undefined);
    let body = await buffer(request);
    if (fault === 'timeout') return;
    if (fault === 'reset') return void reply.destroy();
    const [status, code = ''] = (fault && refusals[fault]) ?? [];
    if (status !== undefined) {
      reply.writeHead(status, { 'retry-after': '0' }).end(method === 'HEAD' ? '' : document(code));
      return;
    }
    if (fault === 'other bytes' && body.length > 0) {
      body = Buffer.from(body);
      body[0] = (body[0] ?? 0) ^ 1;
    }
    state.passed.push(`${method} ${url}`);
    const call = sendRequest(store + url, { method, headers });
    // Also after a response: Swift sends a body where HTTP has none.
    call.on('error', () => undefined);
    if (fault === 'half of the request') {
      call.write(body.subarray(0, body.length / 2), () => {
        call.destroy();
        reply.destroy();
      });
      return;
    }
    call.end(body);
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    if (response.statusCode === 200) state.stored.set(`${method} ${url}`, performance.now());
    if (fault === 'lost response') return void reply.destroy();
    reply.writeHead(response.statusCode ?? 502, response.headers);
    if (fault === 'other bytes' && bytes.length > 0) bytes[0] = (bytes[0] ?? 0) ^ 1;
    if (fault !== 'half of the response') return void reply.end(bytes);
    reply.write(bytes.subarray(0, bytes.length / 2), () => reply.destroy());
  }
  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
