import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import { ROLE_ADMIN } from '#contracts/user.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { markReplicated } from '../db/connection.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { findLease } from '../db/hot/jobs.ts';
import { readPendingCopies } from '../integrations/litestream.ts';
import { isProcessAlive } from '../queue/queue.ts';
import { openReplica } from '../services/backup/replication.ts';
import {
  checkReplicationLag,
  createLagMeter,
  readReplicationPid,
  replicationPidFile,
} from '../services/status/replication-lag.ts';
import { insertTestUser } from '../testing/factories.ts';
import { sharedSwift } from '../testing/global-setup.ts';
import { type FaultyStore, startFaultyStore } from '../testing/object-stores.ts';
import { openMigrated } from '../testing/test-database.ts';
import { until } from '../testing/until.ts';
import { startReplicationWorker } from './replication-worker.ts';

const HOUR_MS = 3_600_000;

let folder: string;
let database: Database;
let stops: (() => Promise<void>)[];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-replication-'));
  markReplicated(path.join(folder, 'site.db'), true);
  database = openMigrated(path.join(folder, 'site.db'));
  insertTestUser(database, { role: ROLE_ADMIN, email: 'owner@example.org' });
  stops = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const stop of stops) await stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(onStart: () => void = () => undefined, target: NodeJS.ProcessEnv = {}) {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    LITESTREAM_URL: `file://${folder}/replica`,
    ...target,
  });
  const logged: string[] = [];
  const append = (fields: object, text: string) => {
    logged.push(`${text} ${JSON.stringify(fields)}`);
    if (text === 'replication started') onStart();
  };
  const context = { config, database, clock: systemClock };
  const log = { info: append, warn: append, error: append } as Parameters<
    typeof startReplicationWorker
  >[1];
  const stopWorker = startReplicationWorker(context, log);
  let hasStopped = false;
  const stop = async (closeDatabase = () => database.close()) => {
    if (hasStopped) return;
    hasStopped = true;
    await stopWorker(closeDatabase);
  };
  stops.push(stop);
  return { config, logged, stop };
}

const isRunning = () => existsSync(replicationPidFile(folder));

/** Writes a generation of this server, or a snapshot of another server into the replica. */
function writeGeneration(id: string, ...times: number[]): void {
  const local = path.join(folder, '.site.db-litestream');
  if (times.length === 1) {
    mkdirSync(local);
    writeFileSync(path.join(local, 'generation'), `${id}\n`);
    utimesSync(path.join(local, 'generation'), new Date(), new Date(times[0] ?? 0));
    return;
  }
  const snapshots = path.join(folder, 'replica', 'generations', id, 'snapshots');
  mkdirSync(snapshots, { recursive: true });
  for (const [index, time] of times.entries()) {
    const file = path.join(snapshots, `0000000${index}.snapshot.lz4`);
    writeFileSync(file, '');
    utimesSync(file, new Date(), new Date(time));
  }
}

/** Replaces the clock of the worker by one that can be put forward. */
function startClock() {
  const real = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
  const putForward = (minutes: number) => {
    ahead += minutes * MINUTE_MS;
  };
  return { now: () => Date.now() + ahead, putForward };
}

/** Changes the database until changes wait for a target that does not take them. */
async function changeUntilFilesPileUp(): Promise<void> {
  database.raw.exec('CREATE TABLE written (bytes BLOB)');
  await until('files of changes pile up', () => {
    // Enough that Litestream begins another file.
    database.raw.exec('INSERT INTO written VALUES (randomblob(5000000))');
    const { first = 0, last = 0 } = readPendingCopies(path.join(folder, 'site.db')) ?? {};
    return last - first > 2;
  });
}

/** Puts the clock forward until the worker has killed a Litestream that hangs, or until it turns out not to hang. */
async function waitUntilKilled(pid: number, works = () => false): Promise<void> {
  const { putForward } = startClock();
  const isKilled = () => {
    putForward(10);
    return !isProcessAlive(pid) || works();
  };
  await until('Litestream is killed', isKilled, Number.POSITIVE_INFINITY);
}

describe('the replication of a database', { tags: ['topic'] }, () => {
  it('keeps its lease until Litestream has copied the last changes', async () => {
    const { stop } = start();
    await until('Litestream runs', isRunning);
    let heldUntil = 0;
    await stop(() => {
      heldUntil = findLease(database, 'replication')?.heldUntil ?? 0;
      database.close();
    });
    expect(heldUntil).toBeGreaterThan(Date.now());
  });

  it('waits for the Litestream of a server that was killed', async () => {
    const other = spawn('sleep', ['infinity'], { stdio: 'ignore' });
    const ended = once(other, 'exit');
    writeFileSync(replicationPidFile(folder), `${other.pid}\n`);
    let overlapped: boolean | null = null;
    start(() => {
      overlapped = isProcessAlive(other.pid ?? 0);
    });
    await until('the worker has its lease', () => findLease(database, 'replication'));
    expect(overlapped).toBeNull();
    other.kill('SIGKILL');
    await ended;
    await until('Litestream runs', () => overlapped !== null);
    expect(overlapped).toBe(false);
  });

  it('can be restored on an empty machine, which is told that keys are missing', async () => {
    const worker = start();
    await until(
      'a replica exists',
      async () => (await openReplica(worker.config)?.exists()) === true,
    );
    await worker.stop();
    const DATA_DIR = path.join(folder, 'empty');
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [path.join(import.meta.dirname, '..', 'commands', 'restore.ts'), 'REPLICA=1'],
      { env: { ...process.env, DATA_DIR, LITESTREAM_URL: `file://${folder}/replica` } },
    );
    expect(stderr).toBe('');
    expect(stdout).toContain('The replica of the database is in place: 0 articles, 1 users');
    expect(stdout).toContain('There are no keys here');
  });

  it('does not copy after another server has taken over, and says so', async () => {
    const now = Date.now();
    writeGeneration('aaaaaaaaaaaaaaaa', now - 3 * HOUR_MS);
    writeGeneration('bbbbbbbbbbbbbbbb', now - 2 * HOUR_MS, now - HOUR_MS);
    const { config, logged } = start();
    await until('it is reported', () => logged.some((line) => line.includes('does not replicate')));
    expect(isRunning()).toBe(false);
    expect(await openReplica(config)?.findOtherServer()).toBe('newer');
    const subjects = database.raw.prepare('SELECT subject FROM emails').pluck().all();
    expect(subjects).toEqual(['Two servers write to one replica']);
  });

  it('goes on, and says so, if the server that it has replaced still writes', async () => {
    const now = Date.now();
    writeGeneration('bbbbbbbbbbbbbbbb', now - 2 * HOUR_MS);
    writeGeneration('aaaaaaaaaaaaaaaa', now - 3 * HOUR_MS, now - HOUR_MS);
    const { logged } = start();
    await until('Litestream runs', isRunning);
    expect(logged.some((line) => line.includes('still writes to the replica'))).toBe(true);
  });

  const subjects = () => database.raw.prepare('SELECT subject FROM emails').pluck().all();

  it('starts a Litestream again that copies nothing, and emails the admins', async () => {
    const { config } = start();
    await until('a copy exists', async () => (await openReplica(config)?.exists()) === true);
    const pid = await until('Litestream runs', () => readReplicationPid(folder));
    const { now, putForward } = startClock();
    process.kill(-pid, 'SIGSTOP');
    database.raw.exec('CREATE TABLE written (id INTEGER)');
    const withinMs = Number.POSITIVE_INFINITY;
    const isReported = () => {
      putForward(10);
      return subjects().length > 0;
    };
    await until('an email is queued', isReported, withinMs);
    expect(subjects()).toEqual(['Changes are not replicated']);
    expect(checkReplicationLag({ config, clock: now })?.state).toBe('failed');
    const waitingSince = createLagMeter(path.join(folder, 'site.db'));
    const isCopied = () => {
      const other = readReplicationPid(folder);
      return other !== null && other !== pid && waitingSince(1) === null;
    };
    await until('another one has copied the change', isCopied, withinMs);
    expect(isProcessAlive(pid)).toBe(false);
    const check = () => checkReplicationLag({ config, clock: systemClock })?.state;
    await until('it is ready again', () => check() === 'ok', withinMs);
  });

  it('copies all changes after a failure of the target, even if Litestream hangs', async () => {
    const { config } = start();
    await until('a copy exists', async () => (await openReplica(config)?.exists()) === true);
    const pid = await until('Litestream runs', () => readReplicationPid(folder));
    const target = path.join(folder, 'replica');
    renameSync(target, `${target}-away`);
    writeFileSync(target, 'not a folder');
    await changeUntilFilesPileUp();
    rmSync(target);
    renameSync(`${target}-away`, target);
    const waitingSince = createLagMeter(path.join(folder, 'site.db'));
    const isCopied = () => waitingSince(1) === null;
    // It hangs unless the target was back before it noticed the failure, as on a busy machine.
    await waitUntilKilled(pid, isCopied);
    await until('they are copied', isCopied, Number.POSITIVE_INFINITY);
  });

  it('counts a change as copied when the target has it', async () => {
    const { config } = start();
    await until('a copy exists', async () => (await openReplica(config)?.exists()) === true);
    const local = path.join(folder, '.site.db-litestream');
    const waitingSince = createLagMeter(path.join(folder, 'site.db'));
    await until('all is copied', () => waitingSince(1) === null);
    const generation = readFileSync(path.join(local, 'generation'), 'utf8').trim();
    const files = path.join(local, 'generations', generation, 'wal');
    // Litestream deletes files only when the target has them.
    const last = Number.parseInt(readdirSync(files).sort().at(-1) ?? '', 16);
    await stops.pop()?.();
    for (const more of [1, 2]) {
      writeFileSync(path.join(files, `${(last + more).toString(16).padStart(8, '0')}.wal`), '');
    }
    expect([waitingSince(2), waitingSince(3)]).toEqual([2, 2]);
  });

  it('starts a new copy without a report of failure if the log was restarted meanwhile', async () => {
    const waitingSince = createLagMeter(path.join(folder, 'site.db'));
    const isCopied = () => isRunning() && waitingSince(1) === null;
    const first = start();
    await until('all is copied', isCopied);
    await first.stop(() => undefined);
    database.raw.pragma('wal_checkpoint(TRUNCATE)');
    database.raw.exec('CREATE TABLE written_meanwhile (number INTEGER)');
    const second = start();
    await until('all is copied again', isCopied);
    expect([...first.logged, ...second.logged].map((line) => line.split(' {')[0])).toEqual([
      'replication started',
      'replication started',
    ]);
  });

  it('does not take its own earlier generation for another server', async () => {
    const now = Date.now();
    writeGeneration('bbbbbbbbbbbbbbbb', now - HOUR_MS);
    writeGeneration('aaaaaaaaaaaaaaaa', now - 3 * HOUR_MS, now - 2 * HOUR_MS);
    const { config } = start();
    expect(await openReplica(config)?.findOtherServer()).toBeNull();
    await until('Litestream runs', isRunning);
  });
});

// Litestream takes no date from faketime, so the store would refuse its signatures.
const hasRealDate = process.env.FAKETIME === undefined;

describe.runIf(hasRealDate)('a replica in a bucket', { tags: ['verify'] }, () => {
  let store: FaultyStore;
  let target: NodeJS.ProcessEnv;
  let buckets = 0;
  beforeEach(async () => {
    const swift = await sharedSwift();
    buckets += 1;
    const { bucket, region, keys } = await swift.createBucket(`replica-${buckets}`);
    store = await startFaultyStore(swift.endpoint);
    target = {
      LITESTREAM_URL: `s3://${bucket}/site?endpoint=${store.endpoint}&region=${region}`,
      LITESTREAM_ACCESS_KEY_ID: keys.id,
      LITESTREAM_SECRET_ACCESS_KEY: keys.secret,
    };
  });
  afterEach(() => store.close());

  const insert = (number: number) =>
    database.raw.exec(`INSERT INTO acknowledged VALUES (${number})`);

  /** Runs a command of the owner. @returns its exit code and all that it has printed */
  async function run(name: 'restore' | 'doctor', variables: NodeJS.ProcessEnv) {
    const file = path.join(import.meta.dirname, '..', 'commands', `${name}.ts`);
    const env = { PATH: process.env.PATH, SEED: 'none', ...target, ...variables };
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env });
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  }

  it('has all acknowledged rows after failures of the store and the loss of the machine', async () => {
    const { config } = start(undefined, target);
    await until('a copy exists', async () => (await openReplica(config)?.exists()) === true);
    database.raw.exec('CREATE TABLE acknowledged (number INTEGER)');
    const waitingSince = createLagMeter(path.join(folder, 'site.db'));
    store.isConcerned = (method) => method === 'PUT';
    for (const [number, fault] of (['failure', 'throttled', 'reset'] as const).entries()) {
      store.faults = [fault, fault];
      insert(number);
      await until(`the store has the fault ${fault}`, () => store.faults.length === 0);
    }
    const hanging = await until('Litestream runs', () => readReplicationPid(folder));
    store.faults = ['timeout'];
    insert(3);
    await changeUntilFilesPileUp();
    await waitUntilKilled(hanging);
    insert(4);
    const pid = await until('another one runs', () => {
      const found = readReplicationPid(folder);
      return found !== hanging && found;
    });
    await until('all is copied', () => waitingSince(1) === null, Number.POSITIVE_INFINITY);

    // It neither copies any longer nor is started again.
    process.kill(-pid, 'SIGSTOP');
    rmSync(folder, { recursive: true });
    folder = mkdtempSync(path.join(os.tmpdir(), 'test-other-machine-'));
    const { code, output } = await run('restore', { DATA_DIR: folder, REPLICA: '1' });
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('The replica of the database is in place: 0 articles, 1 users');
    const restored = openDatabase(path.join(folder, 'site.db'), { readonly: true });
    const numbers = restored.raw.prepare('SELECT number FROM acknowledged ORDER BY number').pluck();
    expect(numbers.all()).toEqual([0, 1, 2, 3, 4]);
    restored.close();
    const doctor = async (variables: NodeJS.ProcessEnv) =>
      (await run('doctor', { DATA_DIR: folder, ...variables })).output;
    expect(await doctor({})).toMatch(/^ok +litestream +The replica is updated/m);
    const wrong = { LITESTREAM_SECRET_ACCESS_KEY: 'not-the-key' };
    expect(await doctor(wrong)).toMatch(/^failed +litestream .* SignatureDoesNotMatch/m);
    process.kill(-pid, 'SIGKILL');
  });
});
