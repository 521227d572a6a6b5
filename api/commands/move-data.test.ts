import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mediumExport, packZip } from '../testing/archives/zip-archives.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-commands-'));
  mkdirSync(path.join(folder, 'blog'));
  writeFileSync(path.join(folder, 'blog', 'good.md'), '# Good\n\nText with \u001b[31mcolour.\n');
  writeFileSync(path.join(folder, 'blog', 'bad.md'), '---\ntags: [\n---\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(name: string, variables: Record<string, string>) {
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: path.join(folder, 'var'), ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('imports, exports, backs up and restores from the command line', { tags: ['verify'] }, () => {
  expect(run('import', {})).toMatchObject({
    status: 1,
    stderr: 'Missing FROM. Usage: make import FROM=folder\n',
  });
  expect(run('export', {})).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/no site in .+ yet/),
  });
  expect(run('backup', {})).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/no database in/),
  });
  expect(run('restore', { FILE: 'none' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/There is no file/),
  });

  const imported = run('import', { FROM: path.join(folder, 'blog') });
  expect(imported).toMatchObject({ status: 0, stderr: '' });
  expect(imported.stdout).toContain('created    good.md  /blog/good\n');
  expect(imported.stdout).toMatch(/skipped {4}bad\.md {2}The front matter is not valid YAML/);
  expect(imported.stdout).toContain('1 created, 0 updated, 0 unchanged, 1 skipped.\n');

  rmSync(path.join(folder, 'blog', 'good.md'));
  expect(run('import', { FROM: path.join(folder, 'blog') }).status).toBe(1);
  expect(run('import', { FROM: path.join(folder, 'nowhere') })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/There is no file or folder/),
  });

  expect(run('export', { TO: path.join(folder, 'out') }).stdout).toMatch(
    /^1 articles and 0 images are in /,
  );
  const uploads = path.join(folder, 'var', 'uploads');
  mkdirSync(uploads, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(uploads, 'a.png'), 'image', { mode: 0o600 });
  const backedUp = run('backup', {});
  expect(backedUp).toMatchObject({ status: 0, stderr: '' });
  expect(backedUp.stdout).toMatch(
    /^\S+\.gz holds the database with 1 articles and 1 users, the keys and your own files, in \S+ [kM]B\.\nIts 1 uploads, 1 of them new, are in \S+\/var\/backups\/objects\/\. It cannot be restored without them: .*\. make backup TO=folder writes everything into one file\.\nKeep it safe: /,
  );
  expect(run('backup', { TO: path.join(folder, 'single') }).stdout).toMatch(
    /^\S+\.gz holds everything: 1 articles, 1 users, 0 images, the keys and your own files, in \S+ [kM]B\.\n/,
  );
  const backups = readdirSync(path.join(folder, 'var', 'backups'));
  const backup = backups.find((name) => name.endsWith('.tar.gz')) ?? '';
  const restored = run('restore', { FILE: path.join(folder, 'var', 'backups', backup) });
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  expect(restored.stdout).toContain('1 articles, 1 users, 0 images.');
  expect(restored.stdout).toContain('before-restore-');
  const data = path.join(folder, 'var');
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
  const open = ['', ...files].filter((name) => statSync(path.join(data, name)).mode & 0o077);
  expect(open).toEqual([]);
});

it('imports an export of another platform, and a site export into an empty site', {
  tags: ['verify'],
}, () => {
  const zip = path.join(folder, 'medium.zip');
  writeFileSync(zip, packZip(mediumExport()));
  const site = (name: string) => ({ DATA_DIR: path.join(folder, name) });
  const imported = run('import', { FROM: zip, ...site('one') });
  expect(imported).toMatchObject({ status: 0, stderr: '' });
  expect(imported.stdout).toContain('This is a Medium export with 5 posts.\n');
  expect(imported.stdout).toContain('5 created, 0 updated, 0 unchanged, 0 skipped.\n');

  const all = path.join(folder, 'all.tar.gz');
  const exported = run('export', { ALL: all, ...site('one') });
  expect(exported).toMatchObject({ status: 0, stderr: '' });
  expect(exported.stdout).toMatch(/all\.tar\.gz holds .*5 articles.* It contains no passwords/);
  expect(run('export', { ALL: all, ...site('one') })).toMatchObject({
    status: 1,
    stderr: `${all} already exists.\n`,
  });
  const importedAll = run('import', { FROM: all, ...site('two') });
  expect(importedAll).toMatchObject({ status: 0, stderr: '' });
  expect(importedAll.stdout).toContain('5 articles');
  expect(run('import', { FROM: all, ...site('two') })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('only be imported into an empty site; this one has 5 articles'),
  });
});
