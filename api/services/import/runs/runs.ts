import { appendFileSync, existsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { IMPORT_PART_BYTES, type ImportRun } from '#contracts/import.ts';
import type { AppContext } from '../../../context.ts';
import { noteForAudit } from '../../../db/audit-trail.ts';
import { findArticleBySlug } from '../../../db/repositories/articles.ts';
import { DomainError } from '../../../errors.ts';
import { createPublicId } from '../../articles/public-id.ts';
import { importSiteArchive } from '../../site-archive/import.ts';
import { ArchiveRefused } from '../../site-archive/read.ts';
import { importFrom } from '../import-from.ts';
import type { ImportedFile } from '../report.ts';
import { ArchiveUnusable } from '../systems/archive-files.ts';
import { kindOfArchive } from '../systems/open-archive.ts';
import { RunFiles } from './run-files.ts';

/** Posts whose fate an answer tells one by one. */
const POSTS_TOLD = 5000;
/** Milliseconds between two notes of how far an import is. */
const NOTE_EVERY_MS = 300;

type RunContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown' | 'publisher'>;

/** What imports of one server share. */
export interface ImportRuns {
  latest(): ImportRun | null;
  begin(wish: { name: string; bytes: number }): ImportRun;
  addPart(id: string, offset: number, part: Buffer): ImportRun;
  start(id: string, options: { authorId: number; force: boolean }): ImportRun;
  forget(id: string): void;
  /** Resolves when nothing of it is under way in this process. */
  settled(): Promise<void>;
}

/**
 * Imports over the API: the file arrives in parts, is looked into, and is imported on a second yes.
 * @param tell hears of trouble that is no archive's fault
 */
export function createImportRuns(context: RunContext, tell: (error: unknown) => void): ImportRuns {
  const files = new RunFiles(context.config.dataFolder);
  const underway = new Set<Promise<void>>();

  function find(id: string, ...states: ImportRun['state'][]): ImportRun {
    const run = files.find(id, context.clock());
    if (!run) throw new DomainError('NOT_FOUND');
    if (states.length > 0 && !states.includes(run.state)) throw new DomainError('STATE_CONFLICT');
    return run;
  }

  /** Works on in the background, noting how far it is. */
  function work(begun: ImportRun, author: number, options: { force: boolean; dryRun: boolean }) {
    const run: ImportRun = { ...begun, ...nothingYet() };
    let notedAt = 0;
    const note = (change: Partial<ImportRun>, always = false) => {
      Object.assign(run, change);
      const now = performance.now();
      if (!always && now - notedAt < NOTE_EVERY_MS) return;
      notedAt = now;
      files.write(run, context.clock());
    };
    note({ state: options.dryRun ? 'looking' : 'importing' }, true);
    const ended = runImport(context, files.archive(run._id), run, { ...options, author, note })
      .then(() => {
        note({ state: options.dryRun ? 'ready' : 'done' }, true);
        if (!options.dryRun) files.removeArchive(run._id);
      })
      .catch((error: unknown) => {
        const known = [ArchiveUnusable, ArchiveRefused, DomainError].some(
          (kind) => error instanceof kind,
        );
        if (!known) tell(error);
        const reason = known && error instanceof Error ? error.message : TROUBLE;
        note({ state: 'refused', reason }, true);
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
        throw new DomainError('STATE_CONFLICT', { msg: 'Another import is under way.' });
      }
      files.sweep(now);
      if (before) files.remove(before._id);
      const run: ImportRun = {
        ...{ _id: createPublicId(), name: path.basename(name), bytes, arrived: 0 },
        ...{ state: 'arriving', ...nothingYet() },
      };
      files.write(run, now);
      writeFileSync(files.archive(run._id), '', { mode: 0o600 });
      noteForAudit({ file: run.name, bytes: String(bytes) });
      return run;
    },
    addPart(id, offset, part) {
      const run = find(id, 'arriving');
      const file = files.archive(id);
      const arrived = existsSync(file) ? statSync(file).size : 0;
      // A part that is sent again, because its answer was lost, is there already.
      if (offset + part.length === arrived) return { ...run, arrived };
      if (
        offset !== arrived ||
        part.length > IMPORT_PART_BYTES ||
        arrived + part.length > run.bytes
      ) {
        throw new DomainError('STATE_CONFLICT', {
          msg: 'The parts of this file do not follow each other.',
        });
      }
      try {
        appendFileSync(file, part);
      } catch (error) {
        // A full disk may take a beginning of the part, which is sent again as a whole.
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
      noteForAudit({ file: run.name });
      return work(run, authorId, { force, dryRun: false });
    },
    forget(id) {
      const run = find(id);
      if (['looking', 'importing'].includes(run.state)) throw new DomainError('STATE_CONFLICT');
      files.remove(id);
    },
    settled: async () => {
      await Promise.all(underway);
    },
  };
}

const TROUBLE = 'Something went wrong on our side. It has been noted; please try again.';

function nothingYet() {
  return {
    ...{ kind: null, found: null, done: 0, total: null, posts: [], reason: null },
    counts: { created: 0, updated: 0, unchanged: 0, skipped: 0 },
  };
}

interface Work {
  author: number;
  force: boolean;
  dryRun: boolean;
  note: (change: Partial<ImportRun>) => void;
}

async function runImport(
  context: RunContext,
  file: string,
  run: ImportRun,
  { author, force, dryRun, note }: Work,
): Promise<void> {
  const kind = await kindOfArchive(file);
  if (kind === 'gzip') {
    note({ kind: 'site', found: 'This is taken for an archive of a site like this one.' });
    const onProgress = (done: number, total: number) => note({ done, total });
    const manifest = await importSiteArchive(context, file, { dryRun, onProgress });
    const held = manifest.resources.filter(({ rows }) => rows > 0);
    const words = held.map(({ name, rows }) => `${rows} ${name}`).join(', ');
    const at = manifest.createdAt.slice(0, 10);
    note({ found: `This is an archive of ${manifest.site} as it was on ${at}: ${words}.` });
    return;
  }
  note({ kind: 'articles' });
  await importFrom(context, file, kind, {
    ...{ authorId: author, force, dryRun },
    onFound: (found, total) => note({ found, total }),
    onFile: (post) => {
      run.counts[post.outcome] += 1;
      if (run.posts.length < POSTS_TOLD) run.posts.push(toPost(context, post));
      note({ done: run.done + 1 });
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
