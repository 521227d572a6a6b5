import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type ImportRun, importRun } from '#contracts/import.ts';

/** Retention of an import that is not continued, in milliseconds. */
const RUN_RETENTION_MS = 86_400_000;
/**
 * Time without progress after which the process of an import is considered dead, in milliseconds.
 */
const HEARTBEAT_TIMEOUT_MS = 60_000;

/** State of an import on disk, shared by all processes. */
const storedRun = z.object({ run: importRun, startedAt: z.number(), seenAt: z.number() });
type StoredRun = z.infer<typeof storedRun>;

const runId = /^[a-z\d]{16}$/;

/** Folder of imports in progress. */
export class RunFiles {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, 'imports');
  }

  /** Returns the path of the uploaded file. */
  archive(id: string): string {
    return path.join(this.#folder, `${id}.archive`);
  }

  /** Returns the newest import, or null; an import without progress is reported as stopped. */
  latest(now: number): ImportRun | null {
    const runs = this.#ids().flatMap((id) => this.#read(id) ?? []);
    const newest = runs.sort((one, other) => other.startedAt - one.startedAt)[0];
    return newest ? withCurrentState(newest, now) : null;
  }

  find(id: string, now: number): ImportRun | null {
    const stored = runId.test(id) ? this.#read(id) : null;
    return stored && withCurrentState(stored, now);
  }

  write(run: ImportRun, now: number): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const startedAt = this.#read(run._id)?.startedAt ?? now;
    const file = path.join(this.#folder, `${run._id}.json`);
    const stored: StoredRun = { run, startedAt, seenAt: now };
    writeFileSync(`${file}.tmp`, JSON.stringify(stored), { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  }

  remove(id: string): void {
    for (const ending of ['json', 'archive']) {
      rmSync(path.join(this.#folder, `${id}.${ending}`), { force: true });
    }
  }

  /** Deletes the uploaded file; imported articles stay. */
  removeArchive(id: string): void {
    rmSync(this.archive(id), { force: true });
  }

  /** Deletes imports that were not continued. */
  purge(now: number): void {
    for (const id of this.#ids()) {
      const file = path.join(this.#folder, `${id}.json`);
      if (now - statSync(file).mtimeMs > RUN_RETENTION_MS) this.remove(id);
    }
  }

  #ids(): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder).flatMap(
      (name) => /^([a-z\d]{16})\.json$/.exec(name)?.[1] ?? [],
    );
  }

  #read(id: string): StoredRun | null {
    const file = path.join(this.#folder, `${id}.json`);
    if (!existsSync(file)) return null;
    return storedRun.parse(JSON.parse(readFileSync(file, 'utf8')));
  }
}

function withCurrentState({ run, seenAt }: StoredRun, now: number): ImportRun {
  const working = run.state === 'looking' || run.state === 'importing';
  return working && now - seenAt > HEARTBEAT_TIMEOUT_MS ? { ...run, state: 'stopped' } : run;
}
