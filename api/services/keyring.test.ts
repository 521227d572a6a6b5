import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openKeyring } from './keyring.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('makes the secret once and finds it again', () => {
  const first = openKeyring(folder)('access-token');
  expect(first).toHaveLength(32);
  expect(openKeyring(folder)('access-token')).toEqual(first);
  expect(readdirSync(path.join(folder, 'secrets'))).toEqual(['master.key']);
});

it('gives each purpose a key of its own', () => {
  const keyring = openKeyring(folder);
  expect(keyring('access-token')).not.toEqual(keyring('refresh-token'));
});

it('is readable by its owner only', () => {
  openKeyring(folder);
  expect(statSync(path.join(folder, 'secrets/master.key')).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(folder, 'secrets')).mode & 0o777).toBe(0o700);
});

it('says what to do about a damaged file instead of making weak keys', () => {
  openKeyring(folder);
  writeFileSync(path.join(folder, 'secrets/master.key'), 'cut');
  expect(() => openKeyring(folder)).toThrow(/master\.key is damaged/);
});
