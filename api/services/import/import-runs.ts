import { appendFileSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { IMPORT_CHUNK_BYTES } from '#contracts/file-size.ts';
import { type ImportRun, importRun } from '#contracts/import.ts';
import type { AppContext } from '../../context.ts';
import { addAuditDetails } from '../../db/database.ts';
import { findArticleBySlug } from '../../db/hot/articles.ts';
import { DomainError } from '../../errors.ts';
import { BackgroundRuns } from '../background-runs.ts';
import { createPublicId } from '../identifiers.ts';
import { importSite } from '../site-export/import-site.ts';
import { SiteImportError } from '../site-export/read-export.ts';
import { importFrom } from './import-from.ts';
import type { ImportedFile } from './import-result.ts';
import { InvalidArchiveError, kindOfArchive } from './sources/archive-files.ts';

/** Maximum number of posts listed in a report. */
const POSTS_REPORTED_MAX = 5000;
/** Minimum time between two progress updates, in milliseconds. */
const PROGRESS_INTERVAL_MS = 300;

type RunContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown' | 'publisher'>;

interface ImportRuns {
  latest(): ImportRun | null;
  begin(file: { name: string; bytes: number }): ImportRun;
  addChunk(id: string, offset: number, part: Buffer): ImportRun;
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
  const runs = new BackgroundRuns<ImportRun>({
    folder: path.join(context.config.dataFolder, 'imports'),
    schema: importRun,
    extension: 'archive',
    clock: context.clock,
    isWorking,
    toInterrupted: (run) => ({ ...run, state: 'stopped' }),
  });

  function find(id: string, ...states: ImportRun['state'][]): ImportRun {
    const run = runs.find(id);
    if (!run) throw new DomainError('NOT_FOUND');
    if (states.length > 0 && !states.includes(run.state)) throw new DomainError('STATE_CONFLICT');
    return run;
  }

  /** Imports in the background and stores the progress. */
  function startWork(
    begun: ImportRun,
    author: number,
    options: { force: boolean; dryRun: boolean },
  ) {
    const run: ImportRun = { ...begun, ...emptyProgress() };
    let reportedAt = 0;
    const report = (change: Partial<ImportRun>, always = false) => {
      Object.assign(run, change);
      const now = performance.now();
      if (!always && now - reportedAt < PROGRESS_INTERVAL_MS) return;
      reportedAt = now;
      runs.write(run);
    };
    report({ state: options.dryRun ? 'looking' : 'importing' }, true);
    const work = runImport(context, runs.fileOf(run._id), run, { ...options, author, report })
      .then(() => {
        report({ state: options.dryRun ? 'ready' : 'done' }, true);
        if (!options.dryRun) rmSync(runs.fileOf(run._id), { force: true });
      })
      .catch((error: unknown) => {
        const isExpected = [InvalidArchiveError, SiteImportError, DomainError].some(
          (kind) => error instanceof kind,
        );
        if (!isExpected) onError(error);
        const reason = isExpected && error instanceof Error ? error.message : INTERNAL_ERROR;
        report({ state: 'refused', reason }, true);
      });
    runs.track(() => run, work, onError);
    return run;
  }

  return {
    latest: () => runs.latest(),
    begin({ name, bytes }) {
      if (runs.isWorking()) {
        throw new DomainError('STATE_CONFLICT', { msg: 'Another import is running.' });
      }
      runs.purge(0);
      const run: ImportRun = {
        _id: createPublicId(),
        name: path.basename(name),
        bytes,
        arrived: 0,
        state: 'arriving',
        ...emptyProgress(),
      };
      runs.write(run);
      writeFileSync(runs.fileOf(run._id), '', { mode: 0o600 });
      addAuditDetails({ file: run.name, bytes: String(bytes) });
      return run;
    },
    addChunk(id, offset, part) {
      const run = find(id);
      const file = runs.fileOf(id);
      if (run.state !== 'arriving') {
        // The response to the last chunk was lost: the file is complete, and its preview has begun.
        if (offset + part.length === run.bytes) return run;
        throw new DomainError('STATE_CONFLICT');
      }
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
      if (now.arrived === run.bytes) return startWork(now, 0, { force: false, dryRun: true });
      runs.write(now);
      return now;
    },
    start(id, { authorId, force }) {
      const run = find(id, 'ready', 'stopped');
      addAuditDetails({ file: run.name });
      return startWork(run, authorId, { force, dryRun: false });
    },
    remove(id) {
      const run = find(id);
      if (isWorking(run)) throw new DomainError('STATE_CONFLICT');
      runs.remove(id);
    },
    settled: () => runs.settled(),
  };
}

const isWorking = ({ state }: ImportRun): boolean => state === 'looking' || state === 'importing';

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
