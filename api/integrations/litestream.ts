import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Destination of the replica. */
export interface LitestreamOptions {
  /** `file:///folder` or `s3://bucket/path`, with endpoint and region as parameters if needed. */
  url: string;
  /** Credentials for S3, or null to use those of the environment. */
  credentials: { id: string; secret: string } | null;
}

/** Pauses between copies; together with the time of a copy they are well below the second that may be lost. */
const SYNC_INTERVAL = '200ms';
const MONITOR_INTERVAL = '100ms';

/** Litestream cannot run or has failed; the message is for the user. */
export class LitestreamError extends Error {}

/** Returns the path of the program. @throws LitestreamError on other platforms */
function findProgram(): string {
  const program = `@flydotio/litestream-${process.platform}-${process.arch}/litestream`;
  try {
    // The package of the platform is a dependency of this one.
    return createRequire(import.meta.resolve('@flydotio/litestream')).resolve(program);
  } catch (error) {
    throw new LitestreamError(
      `Litestream is not available for ${process.platform} on ${process.arch}: unset LITESTREAM_URL.`,
      { cause: error },
    );
  }
}

/** Writes the configuration into a folder. It contains no credentials. @returns its path */
function writeConfiguration(
  folder: string,
  databaseFile: string,
  { url }: LitestreamOptions,
): string {
  const file = path.join(folder, '.litestream.json');
  const configuration = {
    logging: { type: 'json', level: 'warn', stderr: true },
    dbs: [
      {
        path: databaseFile,
        'monitor-interval': MONITOR_INTERVAL,
        replicas: [
          {
            ...targetOf(new URL(url)),
            'sync-interval': SYNC_INTERVAL,
            'snapshot-interval': '24h',
            // Longer than a weekend, so that a database that was replaced by mistake can be found.
            retention: '96h',
          },
        ],
      },
    ],
  };
  // JSON is YAML.
  writeFileSync(file, `${JSON.stringify(configuration, null, 2)}\n`, { mode: 0o600 });
  return file;
}

function targetOf(url: URL): Record<string, unknown> {
  if (url.protocol === 'file:') return { type: 'file', path: fileURLToPath(url) };
  const endpoint = url.searchParams.get('endpoint');
  const region = url.searchParams.get('region');
  return {
    type: 's3',
    bucket: url.host,
    path: url.pathname.replace(/^\/+/, '') || 'site',
    ...(region && { region }),
    // Other stores than S3 itself have no host for each bucket.
    ...(endpoint && { endpoint, 'force-path-style': true }),
  };
}

/**
 * Ends the program when the third descriptor is closed, which also happens when the server is killed:
 * two of them must never replicate the same database. A program that hangs is killed after a minute.
 */
const GUARD = `"$@" 3<&- & child=$!
(cat <&3 >/dev/null; kill "$child" && sleep 60 && kill -KILL "$child") >/dev/null 2>&1 & guard=$!
wait "$child"; status=$?
kill "$guard" 2>/dev/null
exit "$status"`;

export interface Replication {
  /** Leader of the process group of the program. */
  pid: number;
  /** Resolves with the exit code, or null after a signal. */
  ended: Promise<number | null>;
  /** Copies the remaining changes, and ends. */
  stop(): Promise<void>;
  /** Ends it at once, also if it hangs. */
  kill(): void;
}

/**
 * Starts to replicate a database.
 * @param onProblem called with each warning and error of the program that needs attention
 * @throws LitestreamError
 */
export function startReplication(
  databaseFile: string,
  options: LitestreamOptions,
  onProblem: (message: string) => void,
): Replication {
  const configuration = writeConfiguration(path.dirname(databaseFile), databaseFile, options);
  const command = [findProgram(), 'replicate', '-config', configuration];
  const child: ChildProcess = spawn('/bin/sh', ['-c', GUARD, 'litestream', ...command], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: environmentOf(options),
    // Ctrl-C in a terminal must not end it before the server has written the last rows.
    detached: true,
  });
  const lifeline = child.stdio[3] as NodeJS.WritableStream;
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const message of lines.map(logMessageOf)) {
      if (!message.startsWith(COPIES_AGAIN)) onProblem(message);
    }
  });
  const ended = once(child, 'exit').then(([code]) => {
    // Ends the guard, which may still listen.
    lifeline.end();
    return code as number | null;
  });
  // The other end may be closed already; `ended` says so.
  lifeline.on('error', () => undefined);
  return {
    pid: child.pid ?? 0,
    ended,
    async stop() {
      lifeline.end();
      await ended;
    },
    kill() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    },
  };
}

/**
 * Start of a warning after which Litestream copies the whole database. It is expected after a server was killed:
 * SQLite has restarted the write-ahead log while no Litestream was following it.
 */
const COPIES_AGAIN = 'init: cannot determine last wal position, clearing generation';

/** Line of the log, or null for a line of the program's runtime. */
function parseLine(line: string): { level?: string; msg?: string; error?: string } | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Returns the message of a log line, with its error. */
function logMessageOf(line: string): string {
  const parsed = parseLine(line);
  return parsed ? [parsed.msg, parsed.error].filter(Boolean).join(': ') : line;
}

function environmentOf({ credentials }: LitestreamOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...(credentials && {
      LITESTREAM_ACCESS_KEY_ID: credentials.id,
      LITESTREAM_SECRET_ACCESS_KEY: credentials.secret,
    }),
  };
}

async function runLitestream(
  options: LitestreamOptions,
  databaseFile: string,
  [command, ...parameters]: [string, ...string[]],
  timeout?: number,
): Promise<string> {
  // Not beside the database: its folder may not exist yet, and that of a running server stays unchanged.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'litestream-'));
  try {
    const configuration = writeConfiguration(folder, databaseFile, options);
    const child = spawn(
      findProgram(),
      [command, '-config', configuration, ...parameters, databaseFile],
      { stdio: ['ignore', 'pipe', 'pipe'], env: environmentOf(options), timeout },
    );
    const [output, problems, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    const lines = problems.trim().split('\n');
    // `snapshots` logs that it could not read the target, and ends with 0.
    if (code === 0 && !lines.some((line) => parseLine(line)?.level === 'ERROR')) return output;
    const reason = child.killed
      ? 'it does not answer in time'
      : logMessageOf(lines.at(-1) ?? '') || `exit code ${code}`;
    throw new LitestreamError(`The replica in ${options.url} cannot be read: ${reason}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Time limit of listing a replica, in milliseconds: a worker waits for it while it holds a lease of a minute. */
const LIST_LIMIT_MS = 30_000;

/** Returns the lines of a table about the copies in the target, without the first, which names the columns. */
async function list(
  options: LitestreamOptions,
  databaseFile: string,
  command: 'snapshots' | 'wal',
): Promise<string[]> {
  const table = await runLitestream(options, databaseFile, [command], LIST_LIMIT_MS);
  return table.trim().split('\n').slice(1);
}

/** True if the target has a replica of a database. @throws LitestreamError */
export async function hasReplica(
  databaseFile: string,
  options: LitestreamOptions,
): Promise<boolean> {
  return (await list(options, databaseFile, 'snapshots')).length > 0;
}

/** Copies that Litestream has made since it started over with a snapshot; other servers have other generations. */
export interface Generation {
  id: string;
  /** Time of the first copy, in milliseconds UTC; seconds are the precision. */
  startedAt: number;
  /** Time of the last copy. */
  endedAt: number;
}

/**
 * Lists the generations in the target, from all copies: the command `generations` ignores most of those since the last
 * snapshot.
 * @throws LitestreamError
 */
export async function listGenerations(
  databaseFile: string,
  options: LitestreamOptions,
): Promise<Generation[]> {
  const tables = await Promise.all([
    list(options, databaseFile, 'snapshots'),
    list(options, databaseFile, 'wal'),
  ]);
  const generations = new Map<string, Generation>();
  for (const line of tables.flat()) {
    const [, id = '', ...columns] = line.trim().split(/\s+/);
    const at = Date.parse(columns.at(-1) ?? '');
    const { startedAt, endedAt } = generations.get(id) ?? { startedAt: at, endedAt: at };
    generations.set(id, { id, startedAt: Math.min(startedAt, at), endedAt: Math.max(endedAt, at) });
  }
  return [...generations.values()];
}

/**
 * Changes that Litestream has read from the write-ahead log. It keeps them in numbered files beside the database, and
 * deletes a file when the one after it has reached the target.
 */
export interface PendingCopies {
  generation: string;
  /** Numbers of the first and the last file. */
  first: number;
  last: number;
  /** Time of the last change that it has read, in milliseconds UTC. */
  readAt: number;
}

/** Returns what Litestream has read of a database, or null if it has not begun. */
export function readPendingCopies(databaseFile: string): PendingCopies | null {
  const folder = path.join(
    path.dirname(databaseFile),
    `.${path.basename(databaseFile)}-litestream`,
  );
  try {
    const generation = readFileSync(path.join(folder, 'generation'), 'utf8').trim();
    const files = path.join(folder, 'generations', generation, 'wal');
    const names = readdirSync(files).sort();
    const [first = '', last = ''] = [names.at(0), names.at(-1)];
    return {
      generation,
      first: Number.parseInt(first, 16),
      last: Number.parseInt(last, 16),
      readAt: statSync(path.join(files, last)).mtimeMs,
    };
  } catch (error) {
    // Litestream deletes files meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/** Restores the newest state of the replica of a database into a file. @throws LitestreamError */
export async function restoreReplica(
  databaseFile: string,
  options: LitestreamOptions,
  target: string,
): Promise<void> {
  await runLitestream(options, databaseFile, ['restore', '-o', target]);
  if (existsSync(target)) return;
  throw new LitestreamError(`The replica in ${options.url} is empty.`);
}
