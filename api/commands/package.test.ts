import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GameSeed, ScoreCounted } from '#contracts/game.ts';
import type { BackupStatus } from '#contracts/status.ts';
import * as connectFour from '#games/connect-four/engine.ts';
import { version } from '../installation.ts';
import { hashSources } from '../start/build-state.mjs';
import { builtSite } from '../testing/built-site.ts';
import { until } from '../testing/until.ts';

const MB = 1_000_000;
const name = `personal-site-${version}-${process.platform}-${process.arch}`;

describe.skipIf(process.platform !== 'linux')('make package', { tags: ['verify'] }, () => {
  let folder: string;
  let unpacked: string;
  /** The only folder of programs: a shell's own tools, and no Node. */
  let bin: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'test-package-'));
    const build = path.join(folder, 'dist');
    cpSync(builtSite(), build, { recursive: true });
    const manifest = JSON.parse(readFileSync(path.join(build, 'build.json'), 'utf8'));
    // A run of some tests may use a build of earlier sources.
    const sealed = { ...manifest, sources: hashSources({ styleguide: false }) };
    writeFileSync(path.join(build, 'build.json'), JSON.stringify(sealed));
    await promisify(execFile)(process.execPath, ['api/commands/package.ts', `TO=${folder}`], {
      env: { ...process.env, BUILD_DIR: build },
    });
    rmSync(build, { recursive: true });
    const archive = `${name}.tar.gz`;
    const hash = createHash('sha256').update(readFileSync(path.join(folder, archive)));
    expect(readFileSync(path.join(folder, `${archive}.sha256`), 'utf8')).toBe(
      `${hash.digest('hex')}  ${archive}\n`,
    );
    execFileSync('tar', ['-xzf', archive], { cwd: folder });
    rmSync(path.join(folder, archive));
    unpacked = path.join(folder, name);
    bin = path.join(folder, 'bin');
    mkdirSync(bin);
    for (const tool of ['dirname', 'readlink', 'sync']) {
      const found = execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' });
      symlinkSync(found.trim(), path.join(bin, tool));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const owner = { email: 'owner@example.org', password: 'a sound passphrase' };
  const environment = (): NodeJS.ProcessEnv => ({
    PATH: bin,
    PORT: '0',
    DATA_DIR: path.join(folder, 'var'),
    SITE_URL: 'https://example.org',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  });
  const start = (variables: NodeJS.ProcessEnv = {}): ChildProcess =>
    spawn(path.join(unpacked, 'personal-site'), ['start'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...environment(), ...variables },
    });

  /** Returns the exit code of the command `health`. */
  const statusOfHealth = (port: string) =>
    spawnSync(path.join(unpacked, 'personal-site'), ['health'], {
      cwd: folder,
      env: { ...environment(), PORT: port },
    }).status;

  /** Returns the URL of the server once it accepts requests. */
  async function listening(server: ChildProcess): Promise<string> {
    let output = '';
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [, port] = await until('the package serves', () => {
      if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}: ${output}`);
      return /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(output);
    });
    return `http://127.0.0.1:${port}`;
  }

  /** Signs the owner in, and returns a function that calls the API. */
  async function signIn(origin: string) {
    let cookie = '';
    const call = async <Result>(what: string, body?: object): Promise<Result> => {
      const [method = '', path = ''] = what.split(' ');
      const response = await fetch(origin + path, {
        method,
        headers: {
          cookie,
          origin: 'https://example.org',
          'sec-fetch-site': 'same-origin',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
      cookie ||= response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      return (await response.json()) as Result;
    };
    await call('POST /api/user/login', owner);
    return call;
  }

  it('takes at most 250 MB unpacked and contains neither tests nor development packages', () => {
    const entries = readdirSync(unpacked, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThanOrEqual(250 * MB);
    expect(files.filter((file) => /\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file))).toEqual([]);
    for (const developing of ['astro', 'react', 'vitest', 'typescript']) {
      expect(existsSync(path.join(unpacked, 'node_modules', developing))).toBe(false);
    }
  });

  it('names its own commands, and none of make', () => {
    const { stdout } = spawnSync(path.join(unpacked, 'personal-site'), ['doctor'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: bin, PORT: '0', DATA_DIR: path.join(folder, 'empty') },
    });
    expect(stdout).toContain('personal-site start');
    expect(stdout).not.toMatch(/\bmake [a-z]/);
  });

  it('serves pages and the API on a machine without Node', async () => {
    const server = start();
    const ended = once(server, 'exit');
    try {
      const origin = await listening(server);
      const health = await until('it is healthy', async () => {
        const response = await fetch(`${origin}/api/health`);
        return response.ok && (await response.json());
      });
      expect(health).toEqual({ status: 'ok', version });
      expect(statusOfHealth(new URL(origin).port)).toBe(0);
      const page = await fetch(`${origin}/blog`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<link rel="canonical" href="https://example.org/blog"');
      const articles = await fetch(`${origin}/api/articles`);
      expect(articles.status).toBe(200);
      expect(await articles.json()).toEqual(
        expect.objectContaining({ articles: expect.arrayContaining([expect.anything()]) }),
      );
    } finally {
      server.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
    expect(statusOfHealth('9')).toBe(1);
  });

  it('runs what takes long in threads and processes of its own', async () => {
    const server = start();
    const ended = once(server, 'exit');
    try {
      const origin = await listening(server);
      const call = await signIn(origin);

      await call('POST /api/admin/backups');
      await until('a backup is stored', async () => {
        const { lastGood, failure } = await call<BackupStatus>('GET /api/admin/backups');
        if (failure !== null) throw new Error(failure);
        return lastGood;
      });

      const wanted = { mode: 'easy', challenge: false };
      const { token, seed } = await call<GameSeed>('POST /api/games/29/seeds', wanted);
      let game = connectFour.start(seed, { opponent: 'robot', level: 'easy' });
      const inputs: number[] = [];
      const applyInput = (input: number) => {
        game = connectFour.step(game, input);
        inputs.push(input, 1);
      };
      // Easy fills the first column.
      for (const square of [43, 44, 45, 46]) {
        applyInput(square);
        if (connectFour.outcomeOf(game) === 'playing') applyInput(connectFour.ROBOT_MOVES);
      }
      const played = { token, inputs, rules: connectFour.rules };
      const { score } = await call<ScoreCounted>('POST /api/games/29/scores', played);
      expect(score).toBe(connectFour.scoreOf(game));

      const page = async () => (await fetch(`${origin}/blog/how-sqlite-keeps-a-promise`)).text();
      const image = await until('the Open Graph image is drawn', async () => {
        const drawn = /property="og:image" content="https:\/\/example.org(\/og\/[^"]+)"/;
        return drawn.exec(await page())?.[1];
      });
      expect((await fetch(origin + image)).status).toBe(200);
    } finally {
      server.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  });

  describe('upgrade', () => {
    const later = `personal-site-9.0.0-${process.platform}-${process.arch}`;
    const migration = 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;';
    let data: string;
    let server: ChildProcess;
    let origin: string;

    beforeAll(async () => {
      data = path.join(folder, 'upgraded');
      cpSync(path.join(folder, 'var'), data, { recursive: true, verbatimSymlinks: true });
      server = start({ DATA_DIR: data, RATE_LIMITS: 'false', MAKE_PICTURES: 'false' });
      origin = await listening(server);
      symlinkSync(name, path.join(folder, 'current'));
    });
    afterAll(async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    });
    afterEach(() => rmSync(path.join(folder, 'later'), { recursive: true }));

    /** Makes a package of a later version, which shares packages and build with the first one. */
    function pack({ sql = migration, hasBuild = true, program = '' } = {}): string {
      const root = path.join(folder, 'later', later);
      for (const part of ['api', 'content', 'server', 'site', 'personal-site']) {
        cpSync(path.join(unpacked, part), path.join(root, part), { recursive: true });
      }
      symlinkSync(`../${name}/node_modules`, path.join(root, 'node_modules'));
      if (hasBuild) symlinkSync(`../${name}/dist`, path.join(root, 'dist'));
      writeFileSync(path.join(root, 'package.json'), '{"version":"9.0.0","type":"module"}');
      writeFileSync(path.join(root, 'api', 'db', 'migrations', '9999-later.sql'), sql);
      const server = path.join(root, 'server', 'server.js');
      writeFileSync(server, `${program}\n${readFileSync(server, 'utf8')}`);
      const file = `${root}.tar.gz`;
      execFileSync('tar', ['-cf', file, '-C', path.dirname(root), later]);
      return file;
    }

    function upgrade(file: string, variables: NodeJS.ProcessEnv = {}) {
      const child = spawn(path.join(unpacked, 'personal-site'), ['upgrade', `FILE=${file}`], {
        cwd: folder,
        env: { ...environment(), DATA_DIR: data, ...variables },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }
      return { output: () => output, ended: once(child, 'close').then(([code]) => code) };
    }

    const readHealth = async () => await (await fetch(`${origin}/api/health`)).text();

    /** Says that nothing of an upgrade is left. */
    function expectUnchanged(): void {
      expect(readlinkSync(path.join(folder, 'current'))).toBe(name);
      expect(existsSync(path.join(folder, later))).toBe(false);
      const names = [...readdirSync(folder), ...readdirSync(data)];
      expect(names.filter((file) => /^\.(upgrade|before)/.test(file))).toEqual([]);
    }

    it.each([
      ['a broken build', { hasBuild: false }, /fails on a copy of the data.*no finished build/s],
      [
        'a failing migration',
        { sql: 'INSERT INTO missing VALUES (1);' },
        /fails on a copy of the data.*no such table: missing/s,
      ],
    ])('keeps the version and the data in use after %s', async (_what, defect, reason) => {
      const { output, ended } = upgrade(pack(defect));
      expect(await ended).toBe(1);
      expect(output()).toMatch(reason);
      expect(await readHealth()).toContain(version);
      expectUnchanged();
    });

    it('keeps the version in use if the file is damaged or the disk is full', async () => {
      const file = pack();
      writeFileSync(`${file}.sha256`, `${'0'.repeat(64)}  ${path.basename(file)}\n`);
      const damaged = upgrade(file);
      expect(await damaged.ended).toBe(1);
      expect(damaged.output()).toContain('is damaged');
      const preload = path.resolve(import.meta.dirname, '../testing/full-disk.mjs');
      const full = upgrade(file, { NODE_OPTIONS: `--import=${preload}` });
      expect(await full.ended).toBe(1);
      expect(full.output()).toContain('DATA_DIR: the disk');
      expect(await readHealth()).toContain(version);
      expectUnchanged();
    });

    it('keeps the version in use if the copy of the database would take too long', async () => {
      const preload = path.join(folder, 'later', 'slow-disk.mjs');
      const file = pack();
      // Instead of waiting, the clock of the process goes on.
      writeFileSync(
        preload,
        `import fs from 'node:fs';
        import { syncBuiltinESMExports } from 'node:module';
        const { copyFileSync } = fs;
        const now = performance.now.bind(performance);
        let passed = 0;
        performance.now = () => now() + passed;
        fs.copyFileSync = (...parameters) => {
          copyFileSync(...parameters);
          if (parameters[0].endsWith('site.db')) passed += 20_000;
        };
        syncBuiltinESMExports();`,
      );
      const { output, ended } = upgrade(file, { NODE_OPTIONS: `--import=${preload}` });
      expect(await ended).toBe(1);
      expect(output()).toMatch(/copy of the database and its migration take \d+ s.*Stop the site/);
      expect(await readHealth()).toContain(version);
      expectUnchanged();
    });

    it('returns to the version and the data from before if only the real start is not healthy', async () => {
      const program = `
        import http from 'node:http';
        const { emit } = http.Server.prototype;
        http.Server.prototype.emit = function (name, request, response) {
          if (name !== 'request' || request.url !== '/api/health') return emit.apply(this, arguments);
          response.writeHead(503).end();
          return true;
        };`;
      const state = () => {
        const database = new BetterSqlite3(path.join(data, 'site.db'), { readonly: true });
        const schema = database.pragma('user_version', { simple: true });
        const releases = database.prepare('SELECT id, state FROM releases').all();
        database.close();
        return { schema, releases, live: readlinkSync(path.join(data, 'live')) };
      };
      const before = state();
      const { output, ended } = upgrade(pack({ program }));
      expect(await ended).toBe(1);
      expect(output()).toContain('Tried on a copy of the data: 1 migrations');
      expect(output()).toContain('answers 503 to /api/health');
      expect(await readHealth()).toContain(version);
      expect(state()).toEqual(before);
      expectUnchanged();
    });

    it('refuses no request and loses no order while the site switches', async () => {
      const call = await signIn(origin);
      const { products } = await call<{ products: { _id: string; title: string }[] }>(
        'GET /api/products?limit=50',
      );
      const product = products.find(({ title }) => title === 'Money in minor units')?._id;
      // Seats can be ordered again.
      const before = new BetterSqlite3(path.join(data, 'site.db'));
      before.prepare("UPDATE products SET licence_type = 'seats' WHERE price = 0").run();
      before.close();

      const failures: string[] = [];
      const ordered: number[] = [];
      let isDone = false;
      const repeat = async (work: () => Promise<unknown>) => {
        while (!isDone) await work().catch((error: unknown) => failures.push(String(error)));
      };
      const order = async () => {
        await call('POST /api/cart', { product });
        const { paymentID } = await call<{ paymentID: string }>('POST /api/checkout', {
          terms: true,
          immediate: true,
        });
        const paid = await call<{ order: { number: number } }>('POST /api/payment', { paymentID });
        ordered.push(paid.order.number);
      };
      const read = async () => {
        const response = await fetch(`${origin}/blog`);
        await response.text();
        if (response.status !== 200) failures.push(`/blog: ${response.status}`);
      };

      const { output, ended } = upgrade(pack());
      await until('the trial has ended', () => /Tried on a copy|fails/.test(output()));
      const clients = [order, read, read].map(repeat);
      const code = await ended;
      isDone = true;
      await Promise.all(clients);
      expect(output()).toContain('The site runs the new version.');
      expect(code).toBe(0);
      expect(failures).toEqual([]);
      expect(await readHealth()).toContain('9.0.0');
      await order();
      const database = new BetterSqlite3(path.join(data, 'site.db'));
      const numbers = database.prepare('SELECT number FROM orders').pluck().all();
      expect(numbers).toEqual(expect.arrayContaining(ordered));
      expect(database.pragma('user_version', { simple: true })).toBe(9999);
      database.close();
      expect(readlinkSync(path.join(folder, 'current'))).toBe(later);
    });
  });

  it('runs its commands with its own Node', () => {
    const runOn = (data: string, ...command: string[]) =>
      spawnSync(path.join(unpacked, 'personal-site'), command, {
        cwd: folder,
        env: { ...environment(), DATA_DIR: path.join(folder, data) },
        encoding: 'utf8',
      });
    const run = (...command: string[]) => runOn('var', ...command).stdout;
    expect(run('version')).toBe(`${version}\n`);
    expect(run('repair')).toBe('All derived values are up to date.\n');
    expect(run('admin', 'EMAIL=new@example.org')).toContain('has a new admin account');
    const [backup = ''] = run('backup').split(' ');
    expect(run('restore', `FILE=${backup}`)).toContain('is in place');
    const archive = path.join(folder, 'site.tar.gz');
    expect(run('export', `ALL=${archive}`)).toContain(archive);
    const { stdout } = runOn('empty', 'import', `FROM=${archive}`);
    expect(stdout).toContain('Imported https://example.org');
    expect(runOn('var', 'rollback').stderr).toBe('There is no previous release.\n');
  });

  it('has no complaint of the doctor about its packages', () => {
    const { stdout } = spawnSync(path.join(unpacked, 'personal-site'), ['doctor', 'JSON=1'], {
      cwd: folder,
      env: { PATH: bin, DATA_DIR: path.join(folder, 'var') },
      encoding: 'utf8',
    });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ name: 'versions', state: 'ok' }));
  });
});
