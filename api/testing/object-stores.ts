import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../config.ts';
import { ensurePrograms, searchPath } from './file-hosts.ts';
import { freePort, startLocalServer } from './local-server.ts';
import { until } from './until.ts';

/** OpenStack Swift on loopback, which speaks the protocol of S3. */
export interface Swift {
  endpoint: string;
  /** Creates an empty bucket. @returns how to open it */
  createBucket(name: string): Promise<NonNullable<Config['storage']>>;
}

const keys = { id: 'site:owner', secret: 'a-secret-of-the-store' };
const servers = ['account', 'container', 'object'] as const;

/** Starts Swift from Debian's packages, with its files in a temporary folder. */
export async function startSwift(): Promise<Swift & { close(): Promise<void> }> {
  ensurePrograms([
    'memcached',
    ...([...servers, 'proxy'] as const).map((server) => `swift-${server}-server` as const),
  ]);
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'swift-'));
  const write = (name: string, lines: string[]) => {
    const file = path.join(scratch, name);
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  };
  mkdirSync(path.join(scratch, 'devices', 'disk'), { recursive: true });
  const cachePort = await freePort();
  const general = (port: number) => [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    'workers = 0',
    `user = ${os.userInfo().username}`,
    `swift_dir = ${scratch}`,
    `devices = ${scratch}/devices`,
    'mount_check = false',
    'log_address = /nowhere',
  ];
  const commands: string[][] = [
    ['memcached', '-l', '127.0.0.1', '-p', String(cachePort), '-u', os.userInfo().username],
  ];
  const ports: Record<string, number> = {};
  for (const server of servers) {
    const port = await freePort();
    ports[server] = port;
    const file = write(`${server}.conf`, [
      ...general(port),
      '[pipeline:main]',
      `pipeline = ${server}-server`,
      `[app:${server}-server]`,
      `use = egg:swift#${server}`,
    ]);
    commands.push([`swift-${server}-server`, file]);
  }
  const port = await freePort();
  const proxy = write('proxy.conf', [
    ...general(port),
    '[pipeline:main]',
    'pipeline = catch_errors cache s3api tempauth slo proxy-server',
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'allow_account_management = true',
    'account_autocreate = true',
    '[filter:catch_errors]',
    'use = egg:swift#catch_errors',
    '[filter:cache]',
    'use = egg:swift#memcache',
    `memcache_servers = 127.0.0.1:${cachePort}`,
    '[filter:s3api]',
    'use = egg:swift#s3api',
    'location = us-east-1',
    // A few objects per response are enough to test long lists.
    'max_bucket_listing = 50',
    // Small chunks are enough to test large files.
    'min_segment_size = 65536',
    '[filter:tempauth]',
    'use = egg:swift#tempauth',
    `user_${keys.id.replace(':', '_')} = ${keys.secret} .admin`,
    '[filter:slo]',
    'use = egg:swift#slo',
    'minimum_segment_size = 1',
  ]);
  commands.push(['swift-proxy-server', proxy]);
  createRings(scratch, ports);
  const programs = commands.map((command) => start(scratch, command));
  const endpoint = `http://127.0.0.1:${port}`;
  const close = async () => {
    for (const { child } of programs) child.kill('SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    await until('Swift answers', async () => {
      const dead = programs.find(({ child }) => child.exitCode !== null);
      if (dead) return true;
      return (await fetch(endpoint).catch(() => null)) !== null;
    });
    for (const { child, output } of programs) {
      if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended: ${await output}`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { endpoint, createBucket: (name) => createBucket(endpoint, name), close };
}

/** Creates an empty bucket in Swift. @returns how to open it */
export async function createBucket(
  endpoint: string,
  bucket: string,
): Promise<NonNullable<Config['storage']>> {
  const region = 'us-east-1';
  const client = new AwsClient({
    accessKeyId: keys.id,
    secretAccessKey: keys.secret,
    service: 's3',
    region,
    retries: 0,
  });
  await until('the bucket is created', async () => {
    const response = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
    await response.body?.cancel();
    return response.ok;
  });
  return { endpoint, region, bucket, prefix: '', keys };
}

interface Program {
  child: ChildProcess;
  ended: Promise<unknown>;
  /** Standard error, once it has ended. */
  output: Promise<string>;
}

function start(scratch: string, [command = '', ...options]: string[]): Program {
  const child = spawn(command, options, {
    env: { ...process.env, PATH: searchPath, HOME: scratch },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { child, ended: once(child, 'exit'), output: text(child.stderr) };
}

/** Writes the rings, which assign data to servers: one server of each kind, on one disk. */
function createRings(scratch: string, ports: Record<string, number>): void {
  const script = `
import json, sys
from swift.common.ring import RingBuilder
folder, ports = sys.argv[1], json.loads(sys.argv[2])
for server, port in ports.items():
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (folder, server))
`;
  const { status, stderr } = spawnSync('/usr/bin/python3', [
    '-c',
    script,
    scratch,
    JSON.stringify(ports),
  ]);
  if (status !== 0) throw new Error(`the rings of Swift were not written: ${stderr}`);
}

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

/** Starts a proxy that passes requests on to a store, with the faults of the test. */
export async function startFaultyStore(store: string): Promise<FaultyStore> {
  const state = {
    faults: [] as StoreFault[],
    constant: null as StoreFault | null,
    isConcerned: (_method: string, _path: string) => true,
    passed: [] as string[],
    stored: new Map<string, number>(),
  };
  async function handle(request: IncomingMessage, reply: ServerResponse): Promise<void> {
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
  const server = await startLocalServer((request, reply) => {
    handle(request, reply).catch(() => reply.destroy());
  });
  return Object.assign(state, { endpoint: server.url, close: server.close });
}
