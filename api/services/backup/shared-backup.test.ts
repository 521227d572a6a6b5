import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { openDatabase } from '../../db/database.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';
import { openMigrated } from '../../testing/test-database.ts';
import { BackupError } from './backup-contents.ts';
import { createFolderStore } from './backup-store.ts';
import { createBackupFile } from './make-backup.ts';
import { RestoreError, restoreBackup } from './restore-backup.ts';
import { createSharedBackup, findExpired, type SharedBackupOptions } from './shared-backup.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const PASSPHRASE = 'correct horse battery staple';
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const restoring = { now: NOW, holderHasEnded: () => false };

let folder: string;
let data: string;
let backups: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-shared-backup-'));
  data = path.join(folder, 'var');
  backups = path.join(data, 'backups');
  mkdirSync(path.join(data, 'uploads', 'products'), { recursive: true });
  mkdirSync(path.join(data, 'secrets'), { mode: 0o700 });
  writeFileSync(path.join(data, 'secrets', 'master.key'), 'key', { mode: 0o600 });
  writeUpload('a.png', 'picture');
  writeUpload('products/b', 'product');
  const database = openMigrated(path.join(data, 'site.db'));
  insertTestArticle(database, { authorId: insertTestUser(database).id, title: 'Kept' });
  database.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const writeUpload = (name: string, content: string) =>
  writeFileSync(path.join(data, 'uploads', name), content);
const readUpload = (name: string, dataFolder: string) =>
  readFileSync(path.join(dataFolder, 'uploads', name), 'utf8');
const filesBelow = (name: string) =>
  readdirSync(path.join(backups, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

const back = (options: Partial<SharedBackupOptions> = {}) =>
  createSharedBackup(data, createFolderStore(backups), {
    now: NOW,
    key: null,
    zone: 'Europe/Berlin',
    ...options,
  });

function expectRestored(dataFolder: string): void {
  const database = openDatabase(path.join(dataFolder, 'site.db'), { readonly: true });
  expect(database.raw.prepare('SELECT title FROM articles').pluck().all()).toEqual(['Kept']);
  database.close();
  expect(readUpload('a.png', dataFolder)).toBe('picture');
  expect(readUpload('products/b', dataFolder)).toBe('product');
  expect(readFileSync(path.join(dataFolder, 'secrets/master.key'), 'utf8')).toBe('key');
}

describe('a backup with shared uploads', () => {
  it('stores each upload once, as a hard link, and restores everything', async () => {
    const first = await back();
    expect(first.info.file).toBe('site-2026-11-21T12-00-00-000Z.tar.gz');
    expect(first.added).toBe(2);
    writeUpload('copy-of-a.png', 'picture');
    writeUpload('c.png', 'another');
    const second = await back({ now: NOW + DAY_MS });
    expect(second.added).toBe(1);
    expect(filesBelow('objects').length).toBe(3);
    expect(filesBelow('objects').map((file) => statSync(file).nlink)).toEqual([2, 2, 2]);
    expect(
      filesBelow('').filter((file) => statSync(file).mode & 0o077 && !/objects/.test(file)),
    ).toEqual([]);
    expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([]);

    const target = path.join(folder, 'restored');
    await restoreBackup(target, path.join(backups, second.info.file), restoring);
    expectRestored(target);
    expect(readUpload('copy-of-a.png', target)).toBe('picture');
    expect(statSync(path.join(target, 'uploads/a.png')).mode & 0o777).toBe(0o600);
    const earlier = path.join(folder, 'earlier');
    await restoreBackup(earlier, path.join(backups, first.info.file), restoring);
    expectRestored(earlier);
    expect(existsSync(path.join(earlier, 'uploads/c.png'))).toBe(false);
  });

  it('encrypts the file and all uploads to a passphrase', { tags: ['topic'] }, async () => {
    const { info } = await back({ key: PASSPHRASE });
    expect(info.file).toMatch(/\.tar\.gz\.age$/);
    for (const file of [...filesBelow('objects'), path.join(backups, info.file)]) {
      expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    }
    const file = path.join(backups, info.file);
    const target = path.join(folder, 'restored');
    await expect(restoreBackup(target, file, restoring)).rejects.toThrow(/set BACKUP_KEY/);
    const wrong = [{ passphrase: 'not the right one' }];
    await expect(restoreBackup(target, file, { ...restoring, keys: wrong })).rejects.toThrow(
      /No key opens it/,
    );
    await restoreBackup(target, file, { ...restoring, keys: [{ passphrase: PASSPHRASE }] });
    expectRestored(target);
  });

  it('encrypts to an age recipient, whose identity the server never has', async () => {
    const { info } = await back({ key: recipient });
    const target = path.join(folder, 'restored');
    await restoreBackup(target, path.join(backups, info.file), {
      ...restoring,
      keys: [{ identity }],
    });
    expectRestored(target);
  });

  it('keeps stored uploads when the key changes, and continues after a restore', async () => {
    await back({ key: PASSPHRASE });
    const { info, added } = await back({ key: recipient, now: NOW + 1 });
    expect(added).toBe(0);
    const keys = [{ identity }];
    await restoreBackup(data, path.join(backups, info.file), { ...restoring, keys });
    expectRestored(data);
    expect((await back({ key: recipient, now: NOW + 2 })).added).toBe(0);
  });

  it('requires a key for an external store', async () => {
    const remote = { ...createFolderStore(backups), isRemote: true, location: 's3://bucket' };
    await expect(
      createSharedBackup(data, remote, { now: NOW, key: null, zone: 'UTC' }),
    ).rejects.toThrow(/s3:\/\/bucket must be encrypted/);
    await createSharedBackup(data, remote, { now: NOW, key: recipient, zone: 'UTC' });
  });

  it('stores nothing if the disk has too little space', async () => {
    await expect(back({ freeBytes: async () => 1_048_576 })).rejects.toThrow(
      /needs \d+ MB of free disk space, and 1\.0 MB are free/,
    );
    expect(existsSync(backups)).toBe(false);
    expect(readdirSync(data).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('takes no more space than it has checked', async () => {
    const bytes = 4 * 1_048_576;
    mkdirSync(path.join(data, 'content', 'media'), { recursive: true });
    writeFileSync(path.join(data, 'content', 'media', 'film.mp4'), randomBytes(bytes));
    const store = createFolderStore(backups);
    let taken = 0;
    const measuring: typeof store = {
      ...store,
      async put(name, file) {
        const staged = readdirSync(path.dirname(file), { recursive: true, withFileTypes: true });
        const sizes = staged
          .filter((entry) => entry.isFile())
          .map((entry) => statSync(path.join(entry.parentPath, entry.name)).size);
        if (name.startsWith('site-'))
          taken = Math.max(
            taken,
            sizes.reduce((a, b) => a + b),
          );
        await store.put(name, file);
      },
    };
    const site = { now: NOW, key: recipient, zone: 'UTC' };
    const needed = 2 * (bytes + statSync(path.join(data, 'site.db')).size);
    const createWith = (free: number) =>
      createSharedBackup(data, measuring, {
        ...site,
        freeBytes: async () => free + 256 * 1_048_576,
      });
    await expect(createWith(needed - 1)).rejects.toThrow('of free disk space');
    await createWith(needed + 1000);
    expect(taken).toBeGreaterThan(bytes);
    expect(taken).toBeLessThanOrEqual(needed);
  });

  it('stores nothing if the trial restore fails', async () => {
    const database = openDatabase(path.join(data, 'site.db'));
    database.raw.pragma('foreign_keys = OFF');
    database.raw.exec('DELETE FROM users');
    database.close();
    await expect(back()).rejects.toThrow(/trial restore failed.+rows that refer to nothing/);
    expect(readdirSync(backups)).toEqual(['objects']);
  });

  it('fails if the store returns other bytes than it was sent', async () => {
    const store = createFolderStore(backups);
    const lossy: typeof store = {
      ...store,
      async put(name, file) {
        await store.put(name, file);
        if (name.startsWith('objects/')) return;
        const stored = path.join(backups, name);
        const bytes = readFileSync(stored);
        rmSync(stored);
        writeFileSync(stored, bytes.subarray(1));
      },
    };
    const failing = createSharedBackup(data, lossy, { now: NOW, key: recipient, zone: 'UTC' });
    await expect(failing).rejects.toThrow(BackupError);
    await expect(failing).rejects.toThrow(/differs from what was written/);
    // Without its information a backup does not count, and nothing is deleted because of it.
    expect(readdirSync(backups).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  it.each([false, true])(
    'notices and repairs damaged uploads within 28 days (encrypted: %s)',
    async (encrypted) => {
      const key = encrypted ? recipient : null;
      const { manifest } = await back({ key });
      const object = manifest.uploads[0]?.object ?? '';
      const file = path.join(backups, object);
      const damage = () => {
        const bytes = readFileSync(file);
        // Not in place: it may be a link to the upload itself.
        rmSync(file);
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
        writeFileSync(file, bytes);
      };
      // The day in the next 28 on which this file is read.
      const number = Number.parseInt(path.basename(object).slice(0, 8), 16);
      const today = Math.floor(NOW / DAY_MS);
      const wait = (((number - today) % 28) + 28) % 28;
      const due = NOW + wait * DAY_MS;
      damage();
      expect((await back({ key, now: due + 1 })).added).toBe(1);
      expect((await back({ key, now: due + 2 })).added).toBe(0);
      rmSync(path.join(data, 'uploads/a.png'));
      damage();
      await expect(back({ key, now: due + 3 })).rejects.toThrow(
        /1 stored uploads of earlier backups.+are damaged/,
      );
    },
  );
});

describe('a restore of a backup with shared uploads', { tags: ['topic'] }, () => {
  it('is refused if an upload is missing or damaged, and changes nothing', async () => {
    for (const key of [null, recipient]) {
      const { info, manifest } = await back({ key });
      const keys = [{ identity }];
      const file = path.join(backups, info.file);
      const object = path.join(backups, manifest.uploads[0]?.object ?? '');
      const bytes = readFileSync(object);
      const target = path.join(folder, `refused-${key}`);
      rmSync(object);
      const restore = () => restoreBackup(target, file, { ...restoring, keys });
      await expect(restore()).rejects.toThrow(RestoreError);
      await expect(restore()).rejects.toThrow(/nothing was changed. There is no file .+objects/);
      for (const at of [bytes.length - 1, bytes.length >> 1]) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        writeFileSync(object, changed);
        await expect(restore()).rejects.toThrow(/uploads\/a.png, is damaged/);
      }
      writeFileSync(object, bytes.subarray(0, bytes.length - 3));
      await expect(restore()).rejects.toThrow(/uploads\/a.png, is damaged/);
      expect(readdirSync(target)).toEqual([]);
      writeFileSync(object, bytes);
      await restore();
      expectRestored(target);
    }
  });

  it('is refused if any byte of an encrypted file is changed or missing', async () => {
    const { info } = await back({ key: recipient });
    const file = path.join(backups, info.file);
    const bytes = readFileSync(file);
    const target = path.join(folder, 'refused');
    const keys = [{ identity }];
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 8)) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      writeFileSync(file, changed);
      await expect(restoreBackup(target, file, { ...restoring, keys })).rejects.toThrow(
        RestoreError,
      );
    }
    writeFileSync(file, bytes.subarray(0, bytes.length - 1));
    await expect(restoreBackup(target, file, { ...restoring, keys })).rejects.toThrow(RestoreError);
    expect(readdirSync(target)).toEqual([]);
  });

  it('also takes an encrypted backup in one file', async () => {
    const { file } = await createBackupFile(data, NOW, folder, { key: recipient });
    expect(path.basename(file)).toBe('2026-11-21T12-00-00Z.tar.gz.age');
    const target = path.join(folder, 'restored');
    await restoreBackup(target, file, { ...restoring, keys: [{ identity }] });
    expectRestored(target);
  });
});

describe('the rotation', { tags: ['topic'] }, () => {
  const retained = (times: number[], zone = 'UTC') => {
    const all = times.map((time) => ({ createdAt: new Date(time).toISOString() }));
    const expired = findExpired(all, zone);
    return all
      .filter((backup) => !expired.includes(backup))
      .map(({ createdAt }) => createdAt.slice(0, 10));
  };
  const nights = (count: number) =>
    Array.from({ length: count }, (_, night) => Date.UTC(2026, 0, 1, 3) + night * DAY_MS);

  it('keeps backups of 7 days, 4 weeks and 12 months', () => {
    const after = retained(nights(699));
    expect(after.slice(-7)).toEqual(
      nights(699)
        .slice(-7)
        .map((time) => new Date(time).toISOString().slice(0, 10)),
    );
    // The last night is Tuesday, 30 November 2027.
    expect(after).toEqual([
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
      '2027-07-31',
      '2027-08-31',
      '2027-09-30',
      '2027-10-31',
      '2027-11-14',
      '2027-11-21',
      '2027-11-24',
      '2027-11-25',
      '2027-11-26',
      '2027-11-27',
      '2027-11-28',
      '2027-11-29',
      '2027-11-30',
    ]);
  });

  it('deletes nothing because of a pause, and keeps the newest of a day after a day', () => {
    const old = nights(3);
    expect(retained(old).length).toBe(3);
    const today = [NOW, NOW + 1000, NOW + 2000];
    expect(retained(today)).toHaveLength(3);
    expect(retained([...today, NOW + 3 * DAY_MS])).toEqual(['2026-11-21', '2026-11-24']);
    expect(retained([NOW, NOW + DAY_MS])).toEqual(['2026-11-21', '2026-11-22']);
  });

  it('begins days in the time zone of the owner', () => {
    const evening = Date.UTC(2026, 10, 21, 22, 30);
    const night = Date.UTC(2026, 10, 21, 23, 30);
    const later = night + 3 * DAY_MS;
    expect(retained([evening, night, later], 'UTC').length).toBe(2);
    expect(retained([evening, night, later], 'Europe/Berlin').length).toBe(3);
  });

  it('deletes files, and uploads that no backup names', async () => {
    await back();
    rmSync(path.join(data, 'uploads/a.png'));
    let deleted: string[] = [];
    for (let day = 1; day <= 9; day += 1) {
      deleted = deleted.concat((await back({ now: NOW + day * DAY_MS })).deleted);
      expect(filesBelow('objects').length).toBe(
        deleted.includes('site-2026-11-21T12-00-00-000Z.tar.gz') ? 1 : 2,
      );
    }
    expect(deleted.length).toBeGreaterThan(0);
    const names = readdirSync(backups).filter((name) => name !== 'objects');
    expect(names.length).toBe(2 * (10 - deleted.length));
  });

  it('goes on beside files of others and damaged information', async () => {
    const { info } = await back();
    writeFileSync(path.join(backups, `${info.file}.json`), '{"file":');
    writeFileSync(path.join(backups, 'site-notes.json'), '{"notes":"of others"}');
    const foreign = { ...info, file: '../uploads/a.png', createdAt: new Date(0).toISOString() };
    writeFileSync(path.join(backups, 'site-foreign.json'), JSON.stringify(foreign));
    rmSync(path.join(data, 'uploads/products/b'));
    for (const day of [1, 2, 3]) await back({ now: NOW + day * DAY_MS });
    expect(readUpload('a.png', data)).toBe('picture');
    await restoreBackup(path.join(folder, 'restored'), path.join(backups, info.file), restoring);
    expectRestored(path.join(folder, 'restored'));
  });

  it('deletes no upload while a backup has no information', async () => {
    const { info } = await back();
    rmSync(path.join(backups, `${info.file}.json`));
    rmSync(path.join(data, 'uploads/a.png'));
    await back({ now: NOW + DAY_MS });
    expect(filesBelow('objects').length).toBe(2);
    await restoreBackup(path.join(folder, 'restored'), path.join(backups, info.file), restoring);
    expectRestored(path.join(folder, 'restored'));
  });
});
