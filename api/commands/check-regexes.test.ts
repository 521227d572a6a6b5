import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const command = path.resolve('api/commands/check-regexes.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'regexes-'));
  for (const name of ['api', 'site']) mkdirSync(path.join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

function check(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const { status, stdout } = spawnSync('node', [command], { cwd: folder, encoding: 'utf8' });
  return { status, stdout };
}

it('accepts expressions that take linear time', { tags: ['topic'] }, () => {
  const { status, stdout } = check({
    'api/a.ts': "export const plain = (text: string) => text.replace(/(?<!\\/)\\/+$/, '');\n",
    'site/b.astro': '---\nconst word = /^\\w+$/.test(Astro.props.word);\n---\n<p>a/b</p>\n',
  });
  expect([status, stdout]).toEqual([0, '2 regular expressions, 0 refused\n']);
});

it('reports the place of each slower expression in all kinds of files', () => {
  const { status, stdout } = check({
    'api/a.ts': "\nexport const trimmed = (text: string) => text.replace(/\\/*$/, '');\n",
    'site/b.astro':
      '---\nconst word = 1;\n---\n<script>\n/(a+)+b/.test(location.hash);\n</script>\n',
    'site/c.tsx': 'export const C = () => <p>{/^\\S+@\\S+$/.test("x") && "x"}</p>;\n',
    'site/c.test.ts': '/(a+)+b/.test("a");\n',
  });
  expect(status).toBe(1);
  expect(stdout).toContain('api/a.ts:2: ');
  expect(stdout).toContain('site/b.astro:5: ');
  expect(stdout).toContain('site/c.tsx:1: ');
  expect(stdout).toMatch(/^3 regular expressions, 3 refused$/m);
});

it('refuses expressions that are created at run time', { tags: ['topic'] }, () => {
  const { status, stdout } = check({
    'api/a.ts': 'export const find = (x: string) => new RegExp(x);\n',
  });
  expect([status, stdout]).toEqual([
    1,
    'api/a.ts:1: write it as a literal, so that it can be checked\n0 regular expressions, 1 refused\n',
  ]);
});
