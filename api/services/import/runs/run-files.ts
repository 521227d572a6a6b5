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

/** Milliseconds after which nobody comes back to an import. */
const KEPT_MS = 86_400_000;
/** Milliseconds without a sign after which the process of an import has ended. */
const SILENT_MS = 60_000;

/** An import as it stands on the disk, where every process finds it. */
const storedRun = z.object({ run: importRun, startedAt: z.number(), seenAt: z.number() });
type StoredRun = z.infer<typeof storedRun>;

const runId = /^[a-z\d]{16}$/;

/** The folder of imports that are under way; names in it are made here. */
export class RunFiles {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, 'imports');
  }

  /** The file that was brought. */
  archive(id: string): string {
    return path.join(this.#folder, `${id}.archive`);
  }

  /** The newest import, or null. What stopped without saying so is told as stopped. */
  latest(now: number): ImportRun | null {
    const runs = this.#ids().flatMap((id) => this.#read(id) ?? []);
    const newest = runs.sort((one, other) => other.startedAt - one.startedAt)[0];
    return newest ? asOf(newest, now) : null;
  }

  find(id: string, now: number): ImportRun | null {
    const stored = runId.test(id) ? this.#read(id) : null;
    return stored && asOf(stored, now);
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

  /** Removes the file that was brought; what came of it stays. */
  removeArchive(id: string): void {
    rmSync(this.archive(id), { force: true });
  }

  /** Forgets imports that nobody came back to. */
  sweep(now: number): void {
    for (const id of this.#ids()) {
      const file = path.join(this.#folder, `${id}.json`);
      if (now - statSync(file).mtimeMs > KEPT_MS) this.remove(id);
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

function asOf({ run, seenAt }: StoredRun, now: number): ImportRun {
  const working = run.state === 'looking' || run.state === 'importing';
  return working && now - seenAt > SILENT_MS ? { ...run, state: 'stopped' } : run;
}
