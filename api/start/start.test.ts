import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtSite } from '../testing/built-site.ts';
import { until } from '../testing/until.ts';
import { hashSources } from './build-state.mjs';

const project = path.resolve(import.meta.dirname, '..', '..');
let folder: string;
/** Clone of the project without packages and without a build. */
let clone: string;
let count = 0;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-start-'));
  clone = path.join(folder, 'clone');
  for (const name of [
    'Makefile',
    'package.json',
    'package-lock.json',
    '.env.example',
    'api/start',
  ]) {
    cpSync(path.join(project, name), path.join(clone, name), { recursive: true });
  }
  for (const name of ['content', 'games', 'site', 'api/commands']) {
    mkdirSync(path.join(clone, name), { recursive: true });
  }
  for (const name of ['astro.config.mjs', 'tsconfig.json'])
    writeFileSync(path.join(clone, name), '');
  mkdirSync(path.join(folder, 'bin'));
  symlinkSync(process.execPath, path.join(folder, 'bin', 'node'));
  // This npm leaves a file, which shows that a start has not found the mistake.
  writeFileSync(path.join(folder, 'bin', 'npm'), '#!/bin/sh\ntouch npm-ran\nexit 1\n', {
    mode: 0o755,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a path that does not exist. */
function newFolder(): string {
  count += 1;
  return path.join(folder, `data-${count}`);
}

const environment = (variables: Record<string, string>) => ({
  PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
  HOME: folder,
  // Without SHLVL, bash behaves as if it was started over the network.
  SHLVL: '1',
  PORT: '0',
  SEED: 'none',
  ...variables,
});

function run(command: string[], variables: Record<string, string>, cwd = clone) {
  const [program = '', ...options] = command;
  return spawnSync(program, options, { cwd, env: environment(variables), encoding: 'utf8' });
}

/** Returns the messages of a run's JSON lines, without the lines of make. */
const messagesOf = ({ stdout, stderr }: SpawnSyncReturns<string>) =>
  `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('make'))
    .map((line) => JSON.parse(line).msg as string);

async function listen(): Promise<{ port: number; close(): void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

describe('make start in a new clone', () => {
  const existingFile = () => {
    const file = newFolder();
    writeFileSync(file, '');
    return file;
  };
  const fullDisk = path.join(import.meta.dirname, '..', 'testing', 'full-disk.mjs');

  it.each<[what: string, variables: () => Record<string, string>, errorMessage: RegExp]>([
    [
      'a folder that cannot be created',
      () => ({ DATA_DIR: '/proc/nope' }),
      /^DATA_DIR: .*\/proc\/nope.*; set it to/,
    ],
    ['a folder that is a file', () => ({ DATA_DIR: existingFile() }), /^DATA_DIR: .* is a file/],
    ['a folder that others use', () => ({ DATA_DIR: '/usr' }), /^DATA_DIR: .*; set it to a new/],
    [
      'a folder of the build that cannot be created',
      () => ({ BUILD_DIR: '/proc/nope' }),
      /^BUILD_DIR: .*; set it to/,
    ],
    [
      'a wrong value',
      () => ({ PORT: 'http' }),
      /^PORT must be a whole number from 0 to 65535: correct it/,
    ],
    ['half of a pair', () => ({ ADMIN_EMAIL: 'me@example.org' }), /^ADMIN_PASSWORD is missing/],
    ['an address of another machine', () => ({ HOST: '192.0.2.1' }), /^HOST: .*; set it to/],
    [
      'a misspelled name',
      () => ({ SITE_ULR: 'https://example.org' }),
      /^SITE_ULR .* rename it to SITE_URL/,
    ],
    [
      'a full disk',
      () => ({ NODE_OPTIONS: `--import=${fullDisk}` }),
      /^DATA_DIR: .* 5 MB left and \d+ MB are needed; free some space/,
    ],
  ])('refuses %s in one sentence and installs nothing', (_what, variables, errorMessage) => {
    const dataFolder = newFolder();
    const result = run(['make', 'start'], { DATA_DIR: dataFolder, ...variables() });
    expect(result.status).not.toBe(0);
    const messages = messagesOf(result);
    expect(messages).toContainEqual(expect.stringMatching(errorMessage));
    expect(existsSync(dataFolder)).toBe(false);
    expect(existsSync(path.join(clone, 'npm-ran'))).toBe(false);
  });

  it('reads the .env file as well', () => {
    writeFileSync(path.join(clone, '.env'), 'PAYPAL_SECRET=abc\n');
    const result = run(['make', 'start'], { DATA_DIR: newFolder() });
    rmSync(path.join(clone, '.env'));
    expect(result.status).not.toBe(0);
    expect(messagesOf(result)).toEqual([expect.stringMatching(/^PAYPAL_SECRET .* PAYPAL_/)]);
  });

  it('suggests a free port for one that is in use', async () => {
    const other = await listen();
    const result = await runAsync(['make', 'start'], {
      DATA_DIR: newFolder(),
      PORT: `${other.port}`,
    });
    other.close();
    expect(result.code).not.toBe(0);
    expect(result.output).toMatch(/PORT: another program.* set PORT to a free one such as \d+/);
  });
});

/** Runs a command without blocking this process. */
async function runAsync(command: string[], variables: Record<string, string>, cwd = clone) {
  const [program = '', ...options] = command;
  const child = spawn(program, options, { cwd, env: environment(variables) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}

describe('the build of a start', { tags: ['topic'] }, () => {
  const prepare = ['node', 'api/start/prepare.mjs', 'build'];

  it('is reused while the code is unchanged', () => {
    const build = newFolder();
    cpSync(builtSite(), build, { recursive: true });
    const manifest = path.join(build, 'build.json');
    const content = JSON.parse(readFileSync(manifest, 'utf8'));
    expect(content.sources).toMatch(/^[\da-f]{64}$/);
    // A run of some tests may use a build of earlier sources.
    const sources = hashSources({ styleguide: false });
    writeFileSync(manifest, JSON.stringify({ ...content, sources }));
    const before = statSync(manifest).mtimeMs;
    const result = run(prepare, { BUILD_DIR: build }, project);
    expect(messagesOf(result)).toEqual(['build is up to date']);
    expect(statSync(manifest).mtimeMs).toBe(before);
  });

  it('is repeated after a source has changed or a file of the build is damaged', {
    tags: ['topic'],
  }, () => {
    const build = newFolder();
    // Replaces the build of Astro, which takes half a minute.
    writeFileSync(
      path.join(clone, 'api', 'commands', 'build.ts'),
      `import { mkdirSync, writeFileSync } from 'node:fs';
      import { hashBuiltFile, hashSources } from '../start/build-state.mjs';
      const folder = process.env.BUILD_DIR;
      mkdirSync(folder, { recursive: true });
      writeFileSync(folder + '/page.html', 'page');
      const files = { 'page.html': hashBuiltFile(folder + '/page.html') };
      const sources = hashSources({ styleguide: false });
      writeFileSync(folder + '/build.json', JSON.stringify({ sources, files }));`,
    );
    const messages = () => messagesOf(run(prepare, { BUILD_DIR: build }));
    const built = ['building the site', 'site built'];
    expect(messages()).toEqual(built);
    expect(messages()).toEqual(['build is up to date']);
    writeFileSync(path.join(clone, 'site', 'page.astro'), 'changed');
    expect(messages()).toEqual(built);
    writeFileSync(path.join(clone, 'site', 'page.test.ts'), 'a test is no part of a build');
    expect(messages()).toEqual(['build is up to date']);
    writeFileSync(path.join(build, 'page.html'), 'damaged');
    expect(messages()).toEqual(built);
  });

  it('keeps the live site and reports the reason if it fails', () => {
    writeFileSync(
      path.join(clone, 'api', 'commands', 'build.ts'),
      'throw new Error("no such page")',
    );
    const result = run(prepare, { BUILD_DIR: newFolder() });
    expect(result.status).toBe(0);
    expect(result.stdout).toMatch(/the site could not be built; the live site is unchanged/);
    expect(result.stdout).toContain('no such page');
  });
});

/** Starts the server as a process, optionally in a terminal. */
function startServer(variables: Record<string, string>, { terminal = false } = {}) {
  const env = environment({ BUILD_DIR: builtSite(), MAKE_PICTURES: 'false', ...variables });
  const command = `umask 022; exec ${process.execPath} api/server.ts`;
  const child = terminal
    ? spawn('script', ['-qec', command, '/dev/null'], {
        cwd: project,
        env: { ...env, TERM: 'xterm' },
      })
    : spawn('bash', ['-c', command], { cwd: project, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'close');
  return {
    output: () => output,
    ready: () => until('the server is ready', () => /The site is at [^\n]*\n/.test(output)),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
    exited,
  };
}

/** Returns the entries of a folder that other users have access to, without links. */
function listAccessibleFiles(root: string): string[] {
  return [
    root,
    ...readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(root, name),
    ),
  ]
    .filter((file) => !file.includes(`${path.sep}live`) && (statSync(file).mode & 0o077) !== 0)
    .filter((file) => !file.includes('/build/') && !file.includes('/site/'));
}

describe('the server', () => {
  it('writes JSON lines to a pipe, and keeps its data private', { tags: ['verify'] }, async () => {
    const dataFolder = newFolder();
    const server = startServer({ DATA_DIR: dataFolder });
    await server.ready();
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
    expect(listAccessibleFiles(dataFolder)).toEqual([]);
    await server.stop();
    const records = server
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toContainEqual(
      expect.objectContaining({
        url: 'http://localhost:0',
        setupLink: expect.stringContaining('/register#setup='),
      }),
    );

    const pretty = startServer({ DATA_DIR: dataFolder }, { terminal: true });
    await pretty.ready();
    const lines = stripVTControlCharacters(pretty.output());
    await pretty.stop();
    expect(lines).toMatch(/✓ Database is ready {2}[\d.]+ s/);
    expect(lines).toMatch(/✓ Pages are live {2}[\d.]+ s/);
    expect(lines).toMatch(/The site is at http:\/\/localhost:0/);
    expect(lines).toMatch(/Create the owner's account: http:\/\/localhost:0\/register#setup=/);
    expect(lines).not.toContain('{"level"');

    const json = startServer({ DATA_DIR: dataFolder, LOG_FORMAT: 'json' }, { terminal: true });
    await json.ready();
    await json.stop();
    expect(json.output()).toMatch(/^\{.*"url":"http:\/\/localhost:0".*\}\r?$/m);
  });

  it('creates no data folder while its port is in use', { tags: ['topic'] }, async () => {
    const other = await listen();
    const dataFolder = newFolder();
    const server = startServer({ DATA_DIR: dataFolder, PORT: `${other.port}` });
    const [code] = await server.exited;
    other.close();
    expect(code).toBe(1);
    expect(server.output()).toContain('PORT: another program');
    expect(existsSync(dataFolder)).toBe(false);
  });

  it('makes a data folder private that other users could read', { tags: ['verify'] }, async () => {
    const dataFolder = newFolder();
    mkdirSync(path.join(dataFolder, 'uploads'), { recursive: true, mode: 0o755 });
    chmodSync(dataFolder, 0o755);
    writeFileSync(path.join(dataFolder, 'site.db'), '', { mode: 0o644 });
    const server = startServer({ DATA_DIR: dataFolder, SEED: 'none' });
    await server.ready();
    await server.stop();
    expect(listAccessibleFiles(dataFolder)).toEqual([]);
  });

  it('keeps the mode of a data folder that a group may pass through', {
    tags: ['verify'],
  }, async () => {
    const dataFolder = newFolder();
    mkdirSync(dataFolder);
    chmodSync(dataFolder, 0o710);
    const server = startServer({ DATA_DIR: dataFolder, SEED: 'none' });
    await server.ready();
    await server.stop();
    expect(statSync(dataFolder).mode & 0o777).toBe(0o710);
  });
});

it('has a script in package.json for each target of the Makefile', () => {
  const makefile = readFileSync(path.join(project, 'Makefile'), 'utf8');
  const targets = [...makefile.matchAll(/^([a-z-]+):.*##/gm)].map(([, name]) => name);
  const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
  // Scripts with a colon are steps that the Makefile calls.
  const scripts = Object.entries(manifest.scripts).filter(([name]) => !name.includes(':'));
  expect(Object.fromEntries(scripts)).toEqual(
    Object.fromEntries(
      targets
        .filter((name) => name !== 'help')
        .map((name) => [name, `make --no-print-directory ${name}`]),
    ),
  );
});
