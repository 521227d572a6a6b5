import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { claimLease, releaseLease } from '../db/hot/jobs.ts';
import { createLeaseOwner } from '../queue/queue.ts';
import { fillContentFolder } from '../services/content/content-folder.ts';
import { builtSite } from '../testing/built-site.ts';
import { copyFolder } from '../testing/copy-folder.ts';
import { emptySite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';

const project = path.resolve(import.meta.dirname, '..', '..');

/** Instead of installing and building a version, which takes minutes. */
const prepare = `
import { symlinkSync } from 'node:fs';
symlinkSync('${path.join(project, 'node_modules')}', 'node_modules');
symlinkSync('${builtSite()}', 'dist');
`;

/** Milliseconds after which the other backup ends. */
const REMAINING_MS = 4000;

describe('make upgrade in a clone', { tags: ['verify'] }, () => {
  let folder: string;
  let origin: string;
  let clone: string;
  let data: string;
  let content: string;

  const git = (where: string, ...parameters: string[]) =>
    execFileSync('git', ['-C', where, ...parameters], { encoding: 'utf8' }).trim();
  const commit = (where: string, files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(where, name), text);
    git(where, 'add', '--all');
    git(where, 'commit', '--quiet', '--message=a change');
    return git(where, 'rev-parse', 'HEAD');
  };
  const identify = (where: string) => {
    git(where, 'config', 'user.name', 'Owner');
    git(where, 'config', 'user.email', 'owner@example.org');
  };
  const environment = () => ({ PATH: process.env.PATH, DATA_DIR: data, MAKE_PICTURES: 'false' });
  /** `make` passes TO in the environment. */
  const upgrade = (TO?: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['api/commands/upgrade.ts'], {
      cwd: clone,
      encoding: 'utf8',
      env: { ...environment(), TO },
    });
    return { status, output: stdout + stderr };
  };
  /** Starts an upgrade, and waits until it writes a text. @returns the process, and a promise of its output */
  const startUpgrade = async (text: string) => {
    const child = spawn(process.execPath, ['api/commands/upgrade.ts'], {
      cwd: clone,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: environment(),
    });
    let output = '';
    const ended = once(child, 'close').then(() => output);
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    await until(`the upgrade writes ${text}`, () => output.includes(text));
    return { child, ended };
  };
  /** Kills an upgrade and its processes during the trial. */
  const interruptUpgrade = async () => {
    const { child, ended } = await startUpgrade('Installed:');
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
  };
  const now = systemClock();
  const leaseOf = (name: string, holder: string) => ({
    name,
    holder,
    now,
    until: now + HOUR_MS,
    ended: () => true,
  });
  const versions = () =>
    existsSync(path.join(clone, '.versions')) ? readdirSync(path.join(clone, '.versions')) : [];

  /** Changes a sentence of each file of the owner's content, which the first start copied from the samples. */
  const writeOwnContent = () => {
    using database = openDatabase(path.join(data, 'site.db'), { readonly: true });
    fillContentFolder({ config: readConfig(environment()), database });
    // The clone of this test lacks them.
    const media = 'media/case-studies';
    cpSync(path.join(project, 'content', media), path.join(content, media), { recursive: true });
    for (const [name, bytes] of readContent()) {
      if (!/\.(json|md)$/.test(name)) continue;
      const text = bytes.toString();
      const changed = name.endsWith('.md')
        ? `${text}\nA sentence of mine.\n`
        : text.replace(/": "([^"]+ [^"]+)"/, '": "$1 Mine."');
      writeFileSync(path.join(content, name), changed === text ? `${text}\n` : changed);
    }
  };
  const readContent = () =>
    readdirSync(content, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(content, name)).isFile())
      .map((name) => [name, readFileSync(path.join(content, name))] as const);

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'test-clone-'));
    origin = path.join(folder, 'origin');
    clone = path.join(folder, 'clone');
    data = path.join(clone, 'var');
    content = path.join(data, 'content');
    for (const name of [
      'api',
      'content',
      'games',
      'site/styles/fonts',
      'package.json',
      'package-lock.json',
      '.gitignore',
    ]) {
      // Without tests, and without the files of the samples, which are large.
      const filter = (file: string) =>
        !/\.test\.ts$|\/testing$|\/content\/(.+\/)?(media|images|files)$/.test(file);
      cpSync(path.join(project, name), path.join(origin, name), { recursive: true, filter });
    }
    git(folder, 'init', '--quiet', '--initial-branch=main', 'origin');
    identify(origin);
    // git ignores folders of these names, not links.
    const ignored = readFileSync(path.join(project, '.gitignore'), 'utf8');
    commit(origin, {
      'api/start/prepare.mjs': prepare,
      '.gitignore': `${ignored}\nnode_modules\ndist\n`,
    });
    git(folder, 'clone', '--quiet', 'origin', 'clone');
    identify(clone);
    copyFolder(await emptySite(), data);
    execFileSync(process.execPath, ['api/start/prepare.mjs'], { cwd: clone });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('changes nothing if there is no newer commit, or if the clone has changes', () => {
    expect(upgrade()).toEqual({
      status: 0,
      output: expect.stringContaining('This is the newest version.'),
    });
    const file = path.join(clone, 'package.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text}\n`);
    expect(upgrade()).toEqual({ status: 1, output: expect.stringContaining('M package.json\n') });
    writeFileSync(file, text);
    expect(versions()).toEqual([]);
  });

  it('changes nothing while a server runs that has no supervisor, or was not the first one', async () => {
    commit(origin, { 'content/theirs.md': 'Theirs.' });
    const database = openDatabase(path.join(data, 'site.db'));
    const holder = createLeaseOwner();
    await database.write(() => claimLease(database, leaseOf('publisher', holder)));
    const refused = upgrade();
    await database.write(() => releaseLease(database, 'publisher', holder));
    database.close();
    expect(refused).toEqual({ status: 1, output: expect.stringContaining('Stop it, and upgrade') });
    expect(versions()).toEqual([]);
    expect(existsSync(path.join(data, 'backups'))).toBe(false);
  });

  it('installs the newest commit beside the clone, and keeps commits and content of the owner', async () => {
    writeOwnContent();
    const before = readContent();
    commit(clone, { 'content/mine.md': 'Mine.' });
    const manifest = readFileSync(path.join(project, 'package.json'), 'utf8');
    const newest = commit(origin, {
      'package.json': manifest.replace(/"version": "[^"]+"/, '"version": "9.0.0"'),
      'api/db/migrations/9999-later.sql': 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;',
    });
    // The second attempt replaces the files of the first one.
    await interruptUpgrade();
    expect(versions()).toContain(newest.slice(0, 12));
    const { status, output } = upgrade();
    expect(output).toContain('Tried on a copy of the data: 1 migrations');
    expect(output).toContain('The site is not running. make start uses it.');
    expect(output).not.toContain('Warning');
    expect(status).toBe(0);
    expect(readContent()).toEqual(before);
    expect(versions()).toEqual([newest.slice(0, 12)]);
    expect(git(clone, 'status', '--porcelain')).toBe('');
    expect(git(clone, 'merge-base', 'HEAD', newest)).toBe(newest);
    expect(readFileSync(path.join(clone, 'content/mine.md'), 'utf8')).toBe('Mine.');
    expect(readFileSync(path.join(clone, 'package.json'), 'utf8')).toContain('9.0.0');
    expect(readdirSync(data).filter((name) => name.startsWith('.upgrade'))).toEqual([]);
  });

  it('upgrades to a tag or to a branch of the remote, and names content that is invalid then', () => {
    expect(upgrade('missing')).toEqual({
      status: 1,
      output: 'There is no tag, branch or commit missing.\n',
    });
    const tagged = commit(origin, { 'content/tagged.md': 'Tagged.' });
    git(origin, 'tag', 'v9.0.1');
    const newest = commit(origin, { 'content/newest.md': 'Newest.' });
    const backups = () =>
      readdirSync(path.join(data, 'backups')).filter((name) => /gz$/.test(name));
    const before = backups();
    writeFileSync(path.join(content, 'profile', 'hero.json'), '{ "words": "MINE" }');
    const invalid = readContent();
    expect(upgrade('v9.0.1')).toEqual({
      status: 0,
      output: expect.stringMatching(/Warning: [^:]*:\n {2}profile\/hero\.json is invalid: .*words/),
    });
    expect(readContent()).toEqual(invalid);
    expect(git(clone, 'merge-base', 'HEAD', newest)).toBe(tagged);
    expect(git(clone, 'status', '--porcelain')).toBe('');
    expect(backups()).toHaveLength(before.length + 1);
    expect(upgrade('v9.0.1')).toEqual({ status: 0, output: 'The clone has v9.0.1 already.\n' });
    expect(upgrade('main')).toMatchObject({ status: 0 });
    expect(git(clone, 'merge-base', 'HEAD', newest)).toBe(newest);
  });

  it('waits for a backup that is running', async () => {
    commit(origin, { 'content/later.md': 'Later.' });
    const database = openDatabase(path.join(data, 'site.db'));
    const holder = createLeaseOwner();
    const lease = leaseOf('backup', holder);
    await database.write(() => claimLease(database, lease));
    const { ended } = await startUpgrade('A backup is running.');
    // If the upgrade did not wait, its own backup would be refused.
    const soon = systemClock() + REMAINING_MS;
    await database.write(() => claimLease(database, { ...lease, until: soon }));
    database.close();
    expect(await ended).toContain('make start uses it.');
  });

  it('names what to do in a clone that follows no branch', () => {
    git(clone, 'checkout', '--quiet', '--detach');
    const { status, output } = upgrade();
    git(clone, 'switch', '--quiet', '-');
    expect({ status, output }).toEqual({
      status: 1,
      output: expect.stringContaining('follows no branch'),
    });
  });

  it('changes nothing if commits of the owner conflict with the newest one', () => {
    const own = commit(clone, { 'content/both.md': 'Mine.' });
    const newest = commit(origin, { 'content/both.md': 'Theirs.' });
    const { status, output } = upgrade();
    expect(output).toContain('in these files:\ncontent/both.md\nNothing was changed.');
    expect(status).toBe(1);
    expect(git(clone, 'rev-parse', 'HEAD')).toBe(own);
    expect(git(clone, 'status', '--porcelain')).toBe('');
    expect(versions()).not.toContain(newest.slice(0, 12));
  });
});
