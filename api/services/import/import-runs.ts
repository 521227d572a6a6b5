import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { IMPORT_CHUNK_BYTES } from '#contracts/file-size.ts';
import { type ImportRun, importRun } from '#contracts/import.ts';
import type { AppContext } from '../../context.ts';
import { addAuditDetails } from '../../db/database.ts';
import { findArticleBySlug } from '../../db/hot/articles.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../identifiers.ts';
import { importSite } from '../site-export/import-site.ts';
import { SiteImportError } from '../site-export/read-export.ts';
import { importFrom } from './import-from.ts';
import type { ImportedFile } from './import-result.ts';
import { InvalidArchiveError, kindOfArchive } from './sources/archive-files.ts';

/** Retention of an import that is not continued, in milliseconds. */
const RUN_RETENTION_MS = 86_400_000;
/** Time without progress after which the process of an import is considered dead, in milliseconds. */
const HEARTBEAT_TIMEOUT_MS = 60_000;

/** State of an import on disk, shared by all processes. */
const storedRun = z.object({ run: importRun, startedAt: z.number(), seenAt: z.number() });
type StoredRun = z.infer<typeof storedRun>;

const runId = /^[a-z\d]{16}$/;

/** Folder of imports in progress. */
class RunFiles {
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

/** Maximum number of posts listed in a report. */
const POSTS_REPORTED_MAX = 5000;
/** Minimum time between two progress updates, in milliseconds. */
const PROGRESS_INTERVAL_MS = 300;

type RunContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown' | 'publisher'>;

interface ImportRuns {
  latest(): ImportRun | null;
  begin(file: { name: string; bytes: number }): ImportRun;
  addPart(id: string, offset: number, part: Buffer): ImportRun;
  start(id: string, options: { authorId: number; force: boolean }): ImportRun;
  remove(id: string): void;
  /** Resolves when no import is running in this process. */
  settled(): Promise<void>;
}

/**
 * Creates imports over the API: the file is uploaded in chunks, previewed, and imported after confirmation.
 * @param onError called with errors that are not about the file
 */
export function createImportRuns(
  context: RunContext,
  onError: (error: unknown) => void,
): ImportRuns {
  const files = new RunFiles(context.config.dataFolder);
  const underway = new Set<Promise<void>>();

  function find(id: string, ...states: ImportRun['state'][]): ImportRun {
    const run = files.find(id, context.clock());
    if (!run) throw new DomainError('NOT_FOUND');
    if (states.length > 0 && !states.includes(run.state)) throw new DomainError('STATE_CONFLICT');
    return run;
  }

  /** Imports in the background and stores the progress. */
  function work(begun: ImportRun, author: number, options: { force: boolean; dryRun: boolean }) {
    const run: ImportRun = { ...begun, ...emptyProgress() };
    let reportedAt = 0;
    const report = (change: Partial<ImportRun>, always = false) => {
      Object.assign(run, change);
      const now = performance.now();
      if (!always && now - reportedAt < PROGRESS_INTERVAL_MS) return;
      reportedAt = now;
      files.write(run, context.clock());
    };
    report({ state: options.dryRun ? 'looking' : 'importing' }, true);
    const ended = runImport(context, files.archive(run._id), run, { ...options, author, report })
      .then(() => {
        report({ state: options.dryRun ? 'ready' : 'done' }, true);
        if (!options.dryRun) files.removeArchive(run._id);
      })
      .catch((error: unknown) => {
        const isExpected = [InvalidArchiveError, SiteImportError, DomainError].some(
          (kind) => error instanceof kind,
        );
        if (!isExpected) onError(error);
        const reason = isExpected && error instanceof Error ? error.message : INTERNAL_ERROR;
        report({ state: 'refused', reason }, true);
      })
      .finally(() => underway.delete(ended));
    underway.add(ended);
    return run;
  }

  return {
    latest: () => files.latest(context.clock()),
    begin({ name, bytes }) {
      const now = context.clock();
      const before = files.latest(now);
      if (before && ['looking', 'importing'].includes(before.state)) {
        throw new DomainError('STATE_CONFLICT', { msg: 'Another import is running.' });
      }
      files.purge(now);
      if (before) files.remove(before._id);
      const run: ImportRun = {
        _id: createPublicId(),
        name: path.basename(name),
        bytes,
        arrived: 0,
        state: 'arriving',
        ...emptyProgress(),
      };
      files.write(run, now);
      writeFileSync(files.archive(run._id), '', { mode: 0o600 });
      addAuditDetails({ file: run.name, bytes: String(bytes) });
      return run;
    },
    addPart(id, offset, part) {
      const run = find(id, 'arriving');
      const file = files.archive(id);
      const arrived = existsSync(file) ? statSync(file).size : 0;
      // A chunk that is sent again because its response was lost is already stored.
      if (offset + part.length === arrived) return { ...run, arrived };
      if (
        offset !== arrived ||
        part.length > IMPORT_CHUNK_BYTES ||
        arrived + part.length > run.bytes
      ) {
        throw new DomainError('STATE_CONFLICT', {
          msg: 'The parts of this file are out of order.',
        });
      }
      try {
        appendFileSync(file, part);
      } catch (error) {
        // A full disk may store a part of the chunk, which is then sent again.
        truncateSync(file, arrived);
        throw error;
      }
      const now = { ...run, arrived: arrived + part.length };
      if (now.arrived === run.bytes) return work(now, 0, { force: false, dryRun: true });
      files.write(now, context.clock());
      return now;
    },
    start(id, { authorId, force }) {
      const run = find(id, 'ready', 'stopped');
      addAuditDetails({ file: run.name });
      return work(run, authorId, { force, dryRun: false });
    },
    remove(id) {
      const run = find(id);
      if (['looking', 'importing'].includes(run.state)) throw new DomainError('STATE_CONFLICT');
      files.remove(id);
    },
    settled: async () => {
      await Promise.all(underway);
    },
  };
}

const INTERNAL_ERROR =
  'Something went wrong on our side. The error has been logged; please try again.';

function emptyProgress() {
  return {
    kind: null,
    found: null,
    done: 0,
    total: null,
    posts: [],
    reason: null,
    counts: { created: 0, updated: 0, unchanged: 0, skipped: 0 },
  };
}

interface ImportWork {
  author: number;
  force: boolean;
  dryRun: boolean;
  report: (change: Partial<ImportRun>) => void;
}

async function runImport(
  context: RunContext,
  file: string,
  run: ImportRun,
  { author, force, dryRun, report }: ImportWork,
): Promise<void> {
  const kind = await kindOfArchive(file);
  if (kind === 'gzip') {
    report({ kind: 'site', found: 'Detected a site export.' });
    const onProgress = (done: number, total: number) => report({ done, total });
    const manifest = await importSite(context, file, { dryRun, onProgress });
    const held = manifest.resources.filter(({ rows }) => rows > 0);
    const words = held.map(({ name, rows }) => `${rows} ${name}`).join(', ');
    const at = manifest.createdAt.slice(0, 10);
    report({ found: `This is an export of ${manifest.site} from ${at}: ${words}.` });
    return;
  }
  report({ kind: 'articles' });
  await importFrom(context, file, kind, {
    authorId: author,
    force,
    dryRun,
    onFound: (found, total) => report({ found, total }),
    onFile: (post) => {
      run.counts[post.outcome] += 1;
      if (run.posts.length < POSTS_REPORTED_MAX) run.posts.push(toPost(context, post));
      report({ done: run.done + 1 });
    },
  });
}

function toPost(
  { database }: RunContext,
  { file: name, outcome, slug, reason, notes }: ImportedFile,
) {
  const state = slug === null ? null : (findArticleBySlug(database, slug)?.state ?? null);
  return { name, outcome, slug, state, reason, notes };
}
