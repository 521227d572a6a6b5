import {
  createReadStream,
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
import { type ExportRun, exportRun } from '#contracts/import.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';
import { ArchiveNotWritten, writeSiteArchive } from './write.ts';

/** Milliseconds for which a file waits to be fetched. */
const WAITS_MS = 3_600_000;
const exportId = /^[a-z\d]{16}$/;
const FAILED = 'The archive could not be made. It has been noted; please try again.';

type ExportContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** What exports of one server share. */
export interface SiteExports {
  /** Begins to pack everything; earlier files go. */
  begin(): ExportRun;
  /** @throws DomainError NOT_FOUND */
  find(id: string): ExportRun;
  /** The file, which is gone once it was fetched. @throws DomainError NOT_FOUND */
  open(id: string): { stream: NodeJS.ReadableStream; bytes: number; name: string };
  /** Resolves when nothing of it is under way in this process. */
  settled(): Promise<void>;
}

/**
 * Archives of the site that are made over the API and wait to be fetched.
 * @param tell hears why one could not be made
 */
export function createSiteExports(
  context: ExportContext,
  tell: (error: unknown) => void,
): SiteExports {
  const folder = path.join(context.config.dataFolder, 'exports');
  const underway = new Set<Promise<void>>();
  const fileOf = (id: string) => path.join(folder, `${id}.tar.gz`);
  const noteOf = (id: string) => path.join(folder, `${id}.json`);

  function write(run: ExportRun): void {
    writeFileSync(`${noteOf(run._id)}.tmp`, JSON.stringify(run), { mode: 0o600 });
    renameSync(`${noteOf(run._id)}.tmp`, noteOf(run._id));
  }

  function find(id: string): ExportRun {
    if (!exportId.test(id) || !existsSync(noteOf(id))) throw new DomainError('NOT_FOUND');
    const run = exportRun.parse(JSON.parse(readFileSync(noteOf(id), 'utf8')));
    if (context.clock() - Date.parse(run.startedAt) <= WAITS_MS) return run;
    remove(id);
    throw new DomainError('NOT_FOUND');
  }

  function remove(id: string): void {
    for (const file of [fileOf(id), noteOf(id)]) rmSync(file, { force: true });
  }

  return {
    begin() {
      if (underway.size > 0) {
        throw new DomainError('STATE_CONFLICT', { msg: 'Another archive is being made.' });
      }
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { force: true });
      const startedAt = new Date(context.clock()).toISOString();
      const run: ExportRun = {
        ...{ _id: createPublicId(), state: 'packing', startedAt },
        ...{ name: `site-${startedAt.slice(0, 10)}.tar.gz`, bytes: 0, rows: [], missing: [] },
        reason: null,
      };
      write(run);
      const ended = writeSiteArchive(context, fileOf(run._id))
        .then(({ bytes, manifest: { resources, missing } }) => {
          const rows = resources.filter((resource) => resource.rows > 0);
          write({ ...run, state: 'ready', bytes, rows, missing });
        })
        .catch((error: unknown) => {
          const known = error instanceof ArchiveNotWritten;
          if (!known) tell(error);
          write({ ...run, state: 'failed', reason: known ? error.message : FAILED });
        })
        .finally(() => underway.delete(ended));
      underway.add(ended);
      return run;
    },
    find,
    open(id) {
      const { name, state } = find(id);
      if (state !== 'ready' || !existsSync(fileOf(id))) throw new DomainError('NOT_FOUND');
      const { size } = statSync(fileOf(id));
      const stream = createReadStream(fileOf(id));
      // Once it is open its name can go: nobody else finds it, and the disk is freed at the end.
      stream.once('open', () => remove(id));
      return { stream, bytes: size, name };
    },
    settled: async () => {
      await Promise.all(underway);
    },
  };
}

/** Removes archives that nobody has fetched in time, and what is left of interrupted ones. */
export function purgeExports({ config, clock }: Pick<ExportContext, 'config' | 'clock'>): void {
  const folder = path.join(config.dataFolder, 'exports');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const note = path.join(folder, `${name.split('.', 1)[0]}.json`);
    if (clock() - startOf(note) > WAITS_MS) rmSync(path.join(folder, name), { force: true });
  }
}

/** Returns when the export of a note began, or 0 if there is no note that can be read. */
function startOf(note: string): number {
  if (!existsSync(note)) return 0;
  try {
    return Date.parse(exportRun.parse(JSON.parse(readFileSync(note, 'utf8'))).startedAt);
  } catch {
    // Cut off while it was written: nobody can fetch this archive.
    return 0;
  }
}
