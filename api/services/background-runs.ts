import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { MINUTE_MS } from '#contracts/durations.ts';
import { withFirstErrorReported } from '../errors.ts';

/** Interval at which a process confirms that it works on a run, in milliseconds. */
const HEARTBEAT_INTERVAL_MS = 10_000;
/** Time without confirmation after which the process of a run is considered dead, in milliseconds. */
const HEARTBEAT_TIMEOUT_MS = MINUTE_MS;

const runId = /^[a-z\d]{16}$/;
/** Matches the ID of a run in the names of its files, also of temporary ones. */
const idInName = /^\.?([a-z\d]{16})\./;

interface Run {
  _id: string;
  state: string;
}

interface RunOptions<R extends Run> {
  folder: string;
  schema: z.ZodType<R>;
  /** Extension of the file that belongs to a run, without a dot. */
  extension: string;
  clock: () => number;
  isWorking: (run: R) => boolean;
  /** Returns the state of a run whose process died. */
  toInterrupted: (run: R) => R;
}

/** Work in the background with a file, such as an import. Its state is on disk, shared by all processes. */
export class BackgroundRuns<R extends Run> {
  readonly #options: RunOptions<R>;
  readonly #underway = new Map<string, Promise<void>>();

  constructor(options: RunOptions<R>) {
    this.#options = options;
  }

  fileOf(id: string): string {
    return path.join(this.#options.folder, `${id}.${this.#options.extension}`);
  }

  find(id: string): R | null {
    const stored = runId.test(id) ? this.#read(id) : null;
    return stored && this.#toCurrent(stored);
  }

  /** Returns the newest run, or null. */
  latest(): R | null {
    const runs = this.#ids().flatMap((id) => this.#read(id) ?? []);
    const newest = runs.sort((one, other) => other.startedAt - one.startedAt)[0];
    return newest ? this.#toCurrent(newest) : null;
  }

  /** Returns whether a process works on the newest run. */
  isWorking(): boolean {
    const run = this.latest();
    return run !== null && this.#options.isWorking(run);
  }

  write(run: R): void {
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
    const now = this.#options.clock();
    const startedAt = this.#read(run._id)?.startedAt ?? now;
    const file = this.#stateFileOf(run._id);
    writeFileSync(`${file}.tmp`, JSON.stringify({ run, startedAt, seenAt: now }), { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  }

  /**
   * Keeps a run alive until its work ends. `run` returns its current state.
   * @param onError called when the state can't be written, for example on a full disk; such a run counts as
   * interrupted after a while
   */
  track(run: () => R, work: Promise<void>, onError: (error: unknown) => void): void {
    const { _id: id } = run();
    const beat = withFirstErrorReported(() => this.write(run()), onError);
    const heartbeat = setInterval(beat, HEARTBEAT_INTERVAL_MS).unref();
    const ended = work.catch(onError).finally(() => {
      clearInterval(heartbeat);
      this.#underway.delete(id);
    });
    this.#underway.set(id, ended);
  }

  /** Resolves when this process works on no run. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway.values());
  }

  remove(id: string): void {
    for (const file of [this.#stateFileOf(id), this.fileOf(id)]) rmSync(file, { force: true });
  }

  /** Deletes ended runs whose last change is older than `retentionMs`, and files without a state. */
  purge(retentionMs: number): void {
    const { folder, clock, isWorking } = this.#options;
    if (!existsSync(folder)) return;
    const earliest = clock() - retentionMs;
    // Listed first, so that a run that begins now is kept.
    const names = readdirSync(folder);
    const kept = this.#ids().filter((id) => {
      const stored = this.#read(id);
      return stored && (stored.seenAt > earliest || isWorking(this.#toCurrent(stored)));
    });
    for (const name of names) {
      if (kept.includes(idInName.exec(name)?.[1] ?? '')) continue;
      rmSync(path.join(folder, name), { force: true });
    }
  }

  #toCurrent({ run, seenAt }: StoredRun<R>): R {
    const { clock, isWorking, toInterrupted } = this.#options;
    const isAlive = this.#underway.has(run._id) || clock() - seenAt <= HEARTBEAT_TIMEOUT_MS;
    return isWorking(run) && !isAlive ? toInterrupted(run) : run;
  }

  #stateFileOf(id: string): string {
    return path.join(this.#options.folder, `${id}.json`);
  }

  #ids(): string[] {
    const { folder } = this.#options;
    if (!existsSync(folder)) return [];
    return readdirSync(folder).flatMap((name) => /^([a-z\d]{16})\.json$/.exec(name)?.[1] ?? []);
  }

  #read(id: string): StoredRun<R> | null {
    const file = this.#stateFileOf(id);
    if (!existsSync(file)) return null;
    try {
      const { run, ...times } = storedRun.parse(JSON.parse(readFileSync(file, 'utf8')));
      return { ...times, run: this.#options.schema.parse(run) };
    } catch {
      // A file of another version, or cut off by a power failure: the next purge deletes it.
      return null;
    }
  }
}

/** `seenAt`: last time at which a process changed the state or confirmed that it works on the run. */
const storedRun = z.object({ run: z.unknown(), startedAt: z.number(), seenAt: z.number() });
type StoredRun<R> = z.infer<typeof storedRun> & { run: R };
