import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request as sendRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort, type LocalServer, startLocalServer } from './local-server.ts';
import { until } from './until.ts';

/** Folder of a release, and the origin of the server that has its API. */
interface Hosted {
  folder: string;
  api: string;
}

/** Returns the file of a path, or the index of its folder, or null. */
function findFile(folder: string, pathname: string): string | null {
  const plain = decodeURI(pathname);
  const files = [plain, `${plain}/index.html`].map((name) => path.join(folder, name));
  return files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile()) ?? null;
}

/**
 * Starts the simplest host. It serves a file, the index of a folder, or 404.html, and forwards calls of
 * the API, because a site has one origin.
 */
export function startBareHost({ folder, api }: Hosted): Promise<LocalServer> {
  return startLocalServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    if (pathname.startsWith('/api/')) {
      const { method, headers } = request;
      const call = sendRequest(api + request.url, { method, headers }, (response) => {
        reply.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(reply);
      });
      call.on('error', () => reply.destroy());
      // Event streams end when their page is closed.
      reply.on('close', () => call.destroy());
      request.pipe(call);
      return;
    }
    const file = findFile(folder, pathname);
    const isHtml = file === null || file.endsWith('.html');
    reply.statusCode = file === null ? 404 : 200;
    // Browsers accept modules and styles only with the right content type.
    const types: Record<string, string> = {
      '.js': 'text/javascript',
      '.css': 'text/css',
      '.svg': 'image/svg+xml',
    };
    const type = isHtml ? 'text/html; charset=utf-8' : types[path.extname(file)];
    if (type) reply.setHeader('content-type', type);
    createReadStream(file ?? path.join(folder, '404.html')).pipe(reply);
  });
}

/** Starts a host that applies `_headers` and `_redirects` as Netlify documents them. */
export function startRulesHost({ folder }: Pick<Hosted, 'folder'>): Promise<LocalServer> {
  const rules = readFileSync(path.join(folder, '_redirects'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const headers = readFileSync(path.join(folder, '_headers'), 'utf8')
    .trim()
    .split('\n\n')
    .map((block) => block.split('\n'));
  return startLocalServer((request, reply) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host');
    for (const [pattern = '', ...lines] of headers) {
      if (!pathname.startsWith(pattern.slice(0, -1))) continue;
      for (const line of lines) {
        const [name = '', ...value] = line.trim().split(': ');
        reply.appendHeader(name, value.join(': '));
      }
    }
    const rule = rules
      .map(([from = '', to = '', status = '']) => ({ from, to, status: Number(status) }))
      .map((parsed) => ({ ...parsed, match: matchRule(parsed.from, pathname) }))
      .find(({ match, status }) => match && (status === 301 || !findFile(folder, pathname)));
    const target = rule?.to.replace(':id', rule.match?.[1] ?? '');
    if (rule?.status === 301) {
      reply.writeHead(301, { location: target + search }).end();
      return;
    }
    const file = findFile(folder, target ?? pathname);
    reply.statusCode = rule?.status ?? (file ? 200 : 404);
    createReadStream(file ?? path.join(folder, '404.html')).pipe(reply);
  });
}

function matchRule(from: string, pathname: string): RegExpExecArray | null {
  const pattern = from.replace(':id', '([^/]+)').replace('*', '.*');
  return new RegExp(`^${pattern}$`).exec(pathname);
}

/** Starts nginx with the configuration of the release. */
export async function startNginx({ folder, api }: Hosted): Promise<LocalServer> {
  ensurePrograms(['nginx']);
  return startProgram((scratch, port) => {
    const file = path.join(scratch, 'nginx.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    writeFileSync(
      file,
      `daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${scratch}/nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${scratch}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    include ${folder}/.host/nginx.conf;
    location @api { proxy_pass ${api}; }
  }
}
`,
    );
    return ['nginx', '-p', scratch, '-e', 'stderr', '-c', file];
  });
}

/** Starts Caddy with the configuration of the release. */
export async function startCaddy({ folder, api }: Hosted): Promise<LocalServer> {
  ensurePrograms(['caddy']);
  return startProgram((scratch, port) => {
    const file = path.join(scratch, 'Caddyfile');
    writeFileSync(
      file,
      `{
	admin off
	auto_https off
}
(api) {
	reverse_proxy ${api}
}
http://127.0.0.1:${port} {
	root * ${folder}
	import ${folder}/.host/Caddyfile
}
`,
    );
    return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
  });
}

/** Starts a server and waits until it responds. `write` writes its files into `scratch`, and returns its command. */
export async function startProgram(
  write: (scratch: string, port: number) => [command: string, ...options: string[]],
): Promise<LocalServer & { pid: number }> {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'file-host-'));
  const port = await freePort();
  const [command, ...options] = write(scratch, port);
  const env = { PATH: searchPath, HOME: scratch };
  const program: ChildProcess = spawn(command, options, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(program, 'exit');
  const output = program.stderr ? text(program.stderr) : Promise.resolve('');
  const url = `http://127.0.0.1:${port}`;
  await until(`${command} answers`, async () => {
    if (program.exitCode !== null) return true;
    return (await fetch(url).catch(() => null)) !== null;
  });
  if (program.exitCode !== null) throw new Error(`${command} ended: ${await output}`);
  return {
    url,
    port,
    pid: program.pid ?? 0,
    async close() {
      program.kill('SIGTERM');
      await exited;
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** Debian's packages by the programs of tests. */
const packages = {
  caddy: 'caddy',
  memcached: 'memcached',
  nginx: 'nginx-light',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
  'swift-proxy-server': 'swift-proxy',
};
type Program = keyof typeof packages;
/** All programs that tests can install. */
export const testPrograms = Object.keys(packages) as Program[];

/**
 * Installs the missing ones of some programs from Debian's packages in one run of apt-get.
 * @throws Error with the packages to install
 */
export function ensurePrograms(programs: readonly Program[]): void {
  const findMissing = () => programs.filter((program) => !isInstalled(program));
  const namesOf = (missing: Program[]) => missing.map((program) => packages[program]).join(' ');
  const missing = findMissing();
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = `apt-get update -qq; apt-get install -y -qq --no-install-recommends ${namesOf(missing)}`;
    // Test files run at the same time, and apt-get fails while another one runs.
    const lock = path.join(os.tmpdir(), 'apt-get-of-tests.lock');
    spawnSync('flock', [lock, 'sh', '-c', install], { stdio: 'ignore', env });
  }
  const stillMissing = findMissing();
  if (stillMissing.length > 0) {
    throw new Error(
      `There is no ${stillMissing.join(', ')}. Install the Debian packages: ${namesOf(stillMissing)}.`,
    );
  }
}

export const isInstalled = (program: Program) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: searchPath } }).status === 0;

/** Servers are in folders that are missing in the PATH of some users. */
export const searchPath = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
