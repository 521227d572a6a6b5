import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  constants,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../testing/until.ts';
import { connectToSupervisor, requestSwitch, type SwitchResult } from './switch-request.ts';

const api = path.resolve(import.meta.dirname, '..');

/**
 * A server that keeps each POSTed line in site.db before it responds, instead of the site, which takes seconds to start. Its
 * migration appends a line, too. The file `defect` of its version says what fails.
 */
const server = `
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { joinSupervisor } from './supervisor-client.ts';

const supervision = joinSupervisor();
const version = readFileSync(new URL('../version', import.meta.url), 'utf8');
const defect = readFileSync(new URL('../defect', import.meta.url), 'utf8');
const database = process.env.DATA_DIR + '/site.db';
if (defect === 'build') throw new Error('a module is missing');
await supervision.start();
if (version !== '1') appendFileSync(database, 'migrated to ' + version + '\\n');
if (defect === 'migration') throw new Error('no such column');
if (defect === 'hang') await new Promise((resolve) => setInterval(resolve, 1e6));
const http = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.method === 'POST') appendFileSync(database, Buffer.concat(chunks) + '\\n');
  if (isStopping) response.setHeader('connection', 'close');
  response.statusCode = defect === 'health' ? 503 : 200;
  response.end(version);
});
let isStopping = false;
const open = new Set();
http.on('connection', (socket) => {
  open.add(socket);
  socket.once('close', () => open.delete(socket));
});
supervision.onStop(() => {
  isStopping = true;
  // Each client learns from a response that the next request needs another connection.
  setInterval(() => {
    if (open.size === 0) process.exit(0);
  }, 10);
});
const listen = ({ port, host }) => new Promise((resolve) => http.listen(port, host, resolve));
await supervision.listen({ server: http, listen });
`;

let folder: string;
let dataFolder: string;
let supervisor: ChildProcess;
let origin: string;

function install(version: string, defect = ''): string {
  const root = path.join(folder, version);
  for (const name of ['start', 'supervisor', 'supervisor-client.ts']) {
    cpSync(path.join(api, name), path.join(root, 'api', name), { recursive: true });
  }
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(root, 'api', 'server.ts'), server);
  writeFileSync(path.join(root, 'version'), version);
  writeFileSync(path.join(root, 'defect'), defect);
  return root;
}

async function start(
  root: string,
  variables: Record<string, string> = {},
  program = process.execPath,
): Promise<void> {
  supervisor = spawn(program, [path.join(root, 'api', 'supervisor', 'supervise.ts')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PORT: '0', DATA_DIR: dataFolder, LOG_FORMAT: 'json', ...variables },
  });
  let output = '';
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const listening = /Server listening at (http:[^"]*)"/;
  await until('it listens or ends', () => supervisor.exitCode !== null || listening.test(output));
  const found = listening.exec(output)?.[1];
  if (found === undefined) throw new Error(output);
  origin = found;
}

async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  const ended = once(supervisor, 'exit');
  supervisor.kill(signal);
  await ended;
}

async function switchTo(root: string, onHealthy = () => {}): Promise<SwitchResult> {
  const socket = await until('the supervisor takes requests', () =>
    connectToSupervisor(dataFolder),
  );
  const result = await requestSwitch(socket, { root, migrates: true }, onHealthy).finally(() =>
    socket.destroy(),
  );
  return result;
}

const lines = () => readFileSync(path.join(dataFolder, 'site.db'), 'utf8').trim().split('\n');

/** Sends a request; a null agent opens a connection for it alone. */
function send(
  method: 'GET' | 'POST',
  { text = '', agent }: { text?: string; agent: Agent | null },
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { method, agent: agent ?? false };
    const request = httpRequest(origin, options, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.once('error', reject).end(text);
  });
}

const version = async () => (await send('GET', { agent: null })).body;

/** A request without a response. */
const unanswered = (error: unknown) => ({ status: 0, body: String(error) });

/** Posts from several clients, half of them over open connections, until `work` is done. */
async function whilePosting<Result>(work: () => Promise<Result>) {
  let isDone = false;
  const acknowledged: string[] = [];
  const responses: { status: number; body: string }[] = [];
  const clients = Array.from({ length: 8 }, async (_, client) => {
    const agent = new Agent({ keepAlive: client % 2 === 0 });
    for (let count = 0; !isDone || count < 3; count += 1) {
      const line = `order ${client}/${count}`;
      const response = await send('POST', { text: line, agent }).catch(unanswered);
      responses.push(response);
      if (response.status === 200) acknowledged.push(line);
    }
    agent.destroy();
  });
  const result = await work();
  isDone = true;
  await Promise.all(clients);
  return { result, acknowledged, responses };
}

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-switch-'));
  symlinkSync(path.join(api, '..', 'node_modules'), path.join(folder, 'node_modules'));
  install('1');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  dataFolder = path.join(folder, 'var');
  mkdirSync(dataFolder, { mode: 0o700 });
  writeFileSync(path.join(dataFolder, 'site.db'), 'first\n');
});
afterEach(async () => {
  if (supervisor.exitCode === null && supervisor.signalCode === null) await stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

describe('a switch to another version', () => {
  it('reaches the first of two servers on one data folder after the second has ended', async () => {
    await start(path.join(folder, '1'));
    const first = { supervisor, origin };
    await start(path.join(folder, '1'));
    await stop();
    ({ supervisor, origin } = first);
    expect(await switchTo(install('2'))).toEqual({ state: 'switched' });
    expect(await version()).toBe('2');
  });

  it('refuses no request and loses no acknowledged one', async () => {
    const root = install('2');
    await start(path.join(folder, '1'));
    const { result, acknowledged, responses } = await whilePosting(() => switchTo(root));
    expect(result).toEqual({ state: 'switched' });
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await version()).toBe('2');
    expect(lines()).toEqual(expect.arrayContaining([...acknowledged, 'migrated to 2']));
    expect(readdirSync(dataFolder).filter((name) => name.startsWith('.before'))).toEqual([]);
  });

  it.each([
    ['whose build is broken', 'build', /ended/],
    ['whose migration fails', 'migration', /ended/],
    ['that is not healthy', 'health', /answers 503/],
  ])('returns to the version before from one %s', async (_what, defect, reason) => {
    const root = install('3', defect);
    await start(path.join(folder, '1'));
    const { result, acknowledged, responses } = await whilePosting(() => switchTo(root));
    expect(result).toEqual({ state: 'refused', reason: expect.stringMatching(reason) });
    expect(responses.filter(({ status, body }) => status !== 200 || body !== '1')).toEqual([]);
    expect(lines().sort()).toEqual(['first', ...acknowledged].sort());
  });

  it('returns to the version before if the disk is full', async () => {
    const preload = path.join(folder, 'full-disk.mjs');
    writeFileSync(
      preload,
      `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      fs.promises.copyFile = async () => { throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }); };
      syncBuiltinESMExports();`,
    );
    const root = install('4');
    await start(path.join(folder, '1'), { NODE_OPTIONS: `--import=${preload}` });
    const { result, acknowledged, responses } = await whilePosting(() => switchTo(root));
    expect(result).toEqual({ state: 'refused', reason: expect.stringContaining('ENOSPC') });
    expect(responses.filter(({ status, body }) => status !== 200 || body !== '1')).toEqual([]);
    expect(lines().sort()).toEqual(['first', ...acknowledged].sort());
  });

  it('returns to the version before if the command that asked for it ends', async () => {
    const root = install('7');
    await start(path.join(folder, '1'));
    const { result, acknowledged, responses } = await whilePosting(() =>
      switchTo(root, () => {
        throw new Error('the link is not writable');
      }).catch(String),
    );
    expect(result).toBe('Error: the link is not writable');
    expect(await until('the version before is back', version)).toBe('1');
    expect(responses.filter(({ status, body }) => status !== 200 || body !== '1')).toEqual([]);
    expect(lines().sort()).toEqual(['first', ...acknowledged].sort());
  });

  describe('with a database that has a log', () => {
    const files = ['site.db', 'site.db-wal'];
    beforeEach(() => {
      const source = path.join(folder, 'source');
      mkdirSync(source);
      const database = new BetterSqlite3(path.join(source, 'site.db'));
      database.pragma('journal_mode = WAL');
      database.exec("CREATE TABLE orders (number TEXT) STRICT; INSERT INTO orders VALUES ('1')");
      // The last connection to close removes the log.
      for (const name of files) cpSync(path.join(source, name), path.join(dataFolder, name));
      database.close();
      rmSync(source, { recursive: true });
    });

    const replicated: Record<string, string> = { LITESTREAM_URL: 'file:///replica' };
    const read = () => files.map((name) => readFileSync(path.join(dataFolder, name), 'latin1'));

    it('copies it if Litestream has left the log', async () => {
      const root = install('9', 'migration');
      const before = read();
      await start(path.join(folder, '1'), replicated);
      const result = await switchTo(root);
      expect(result).toEqual({ state: 'refused', reason: expect.stringMatching(/ended/) });
      expect(read()).toEqual(before);
    });

    it.each([
      ['', {}],
      [' and replicated', replicated],
    ])('does not migrate it while it is open in a second server%s', async (_what, variables) => {
      const root = install('8');
      const program = `
        import BetterSqlite3 from 'better-sqlite3';
        const database = new BetterSqlite3('var/site.db');
        database.exec("INSERT INTO orders VALUES ('2')");
        console.log('acknowledged');
        process.stdin.resume();`;
      const second = spawn(process.execPath, ['--input-type=module', '--eval', program], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(second.stdout, 'data');
      const before = read();
      await start(path.join(folder, '1'), variables);
      const result = await switchTo(root);
      const reason = expect.stringContaining('Another process has the database open');
      expect(result).toEqual({ state: 'refused', reason });
      expect(await version()).toBe('1');
      expect(read()).toEqual(before);
      expect(readdirSync(dataFolder).filter((name) => name.startsWith('.before'))).toEqual([]);
      const ended = once(second, 'exit');
      second.kill('SIGKILL');
      await ended;
    });

    it.each([
      ['its code', 'api'],
      ['its Node', 'node_modules'],
    ])(
      'says that the site has to be restarted if the version of the supervisor lost %s',
      async (_what, lost) => {
        // As in a package, each version has its own Node.
        const [first = '', second = '', third = ''] = ['10', '11', '12'].map((name) =>
          install(`${name}-${lost}`),
        );
        for (const root of [first, second, third]) {
          mkdirSync(path.join(root, 'node_modules', '.bin'), { recursive: true });
          symlinkSync(process.execPath, path.join(root, 'node_modules', '.bin', 'node'));
        }
        const ownNode = path.join(first, 'node_modules', 'node');
        copyFileSync(process.execPath, ownNode, constants.COPYFILE_FICLONE);
        await start(first, {}, ownNode);
        expect(await switchTo(second)).toEqual({ state: 'switched' });
        rmSync(path.join(first, lost), { recursive: true });
        const result = await switchTo(third);
        const reason = expect.stringContaining('Restart the site, and upgrade again.');
        expect(result).toEqual({ state: 'refused', reason });
        expect(await version()).toBe(`11-${lost}`);
      },
    );
  });

  it('is undone by the next start if it was interrupted before the new version was in use', async () => {
    const root = install('5', 'hang');
    await start(path.join(folder, '1'));
    void switchTo(root).catch(() => undefined);
    await until('the new version has migrated', () => lines().includes('migrated to 5'));
    await stop('SIGKILL');
    await start(path.join(folder, '1'));
    expect(await version()).toBe('1');
    expect(lines()).toEqual(['first']);
  });

  it('restores a database that was copied with its log, even if that is interrupted', async () => {
    const copies = { 'site.db': 'first\n', 'site.db-wal': 'log' };
    for (const [name, text] of Object.entries(copies)) {
      writeFileSync(path.join(dataFolder, `.before-upgrade.${name}`), text);
      writeFileSync(path.join(dataFolder, name), 'migrated');
    }
    writeFileSync(path.join(dataFolder, '.before-upgrade.pid'), '0');
    // An earlier start put the log in place, and was killed then.
    linkSync(
      path.join(dataFolder, '.before-upgrade.site.db-wal'),
      path.join(dataFolder, '.before-upgrade.site.db-wal.tmp'),
    );
    await start(path.join(folder, '1'));
    expect(lines()).toEqual(['first']);
    expect(readFileSync(path.join(dataFolder, 'site.db-wal'), 'utf8')).toBe('log');
    expect(readdirSync(dataFolder).filter((name) => name.startsWith('.before'))).toEqual([]);
  });

  it('keeps a second server from starting until the version in use is certain', async () => {
    const root = install('5', 'hang');
    await start(path.join(folder, '1'));
    const first = { supervisor, origin };
    const result = switchTo(root).catch(() => undefined);
    await until('the new version has migrated', () => lines().includes('migrated to 5'));
    await expect(start(path.join(folder, '1'))).rejects.toThrow('is switching to another version');
    ({ supervisor, origin } = first);
    await stop();
    await result;
    expect(lines()).toEqual(['first']);
  });

  it('is undone by a signal to stop', async () => {
    const root = install('5', 'hang');
    await start(path.join(folder, '1'));
    const result = switchTo(root).catch(() => undefined);
    await until('the new version has migrated', () => lines().includes('migrated to 5'));
    await stop();
    await result;
    expect(supervisor.exitCode).toBe(0);
    expect(lines()).toEqual(['first']);
  });
});

it('ends with its server, and with the exit code of one that does not start', async () => {
  await start(path.join(folder, '1'));
  await stop();
  expect(supervisor.exitCode).toBe(0);
  const broken = install('6', 'build');
  await expect(start(broken)).rejects.toThrow();
  expect(supervisor.exitCode).toBe(1);
});
