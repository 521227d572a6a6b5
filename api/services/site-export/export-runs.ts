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
import { type AppContext, iso } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../identifiers.ts';
import { SiteExportError, writeSiteExport } from './write-export.ts';

/** Time for downloading an export, in milliseconds. */
const DOWNLOAD_WINDOW_MS = 3_600_000;
const exportId = /^[a-z\d]{16}$/;
const INTERNAL_ERROR =
  'The export could not be created. The error has been logged; please try again.';

type ExportContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

export interface SiteExports {
  /** Starts an export and deletes earlier ones. */
  begin(): ExportRun;
  /** @throws DomainError NOT_FOUND */
  find(id: string): ExportRun;
  /** Returns the file, which is deleted after the download. @throws DomainError NOT_FOUND */
  open(id: string): { stream: NodeJS.ReadableStream; bytes: number; name: string };
  /** Resolves when no export is running in this process. */
  settled(): Promise<void>;
}

/** Creates site exports over the API, to be downloaded. @param onError called with unexpected errors */
export function createSiteExports(
  context: ExportContext,
  onError: (error: unknown) => void,
): SiteExports {
  const folder = path.join(context.config.dataFolder, 'exports');
  const underway = new Set<Promise<void>>();
  const fileOf = (id: string) => path.join(folder, `${id}.tar.gz`);
  const metadataFileOf = (id: string) => path.join(folder, `${id}.json`);

  function write(run: ExportRun): void {
    writeFileSync(`${metadataFileOf(run._id)}.tmp`, JSON.stringify(run), { mode: 0o600 });
    renameSync(`${metadataFileOf(run._id)}.tmp`, metadataFileOf(run._id));
  }

  function find(id: string): ExportRun {
    if (!exportId.test(id) || !existsSync(metadataFileOf(id))) throw new DomainError('NOT_FOUND');
    const run = exportRun.parse(JSON.parse(readFileSync(metadataFileOf(id), 'utf8')));
    if (context.clock() - Date.parse(run.startedAt) <= DOWNLOAD_WINDOW_MS) return run;
    remove(id);
    throw new DomainError('NOT_FOUND');
  }

  function remove(id: string): void {
    for (const file of [fileOf(id), metadataFileOf(id)]) rmSync(file, { force: true });
  }

  return {
    begin() {
      if (underway.size > 0) {
        throw new DomainError('STATE_CONFLICT', { msg: 'Another export is running.' });
      }
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { force: true });
      const startedAt = iso(context.clock());
      const run: ExportRun = {
        _id: createPublicId(),
        state: 'packing',
        startedAt,
        name: `site-${startedAt.slice(0, 10)}.tar.gz`,
        bytes: 0,
        rows: [],
        missing: [],
        reason: null,
      };
      write(run);
      const ended = writeSiteExport(context, fileOf(run._id))
        .then(({ bytes, manifest: { resources, missing } }) => {
          const rows = resources.filter((resource) => resource.rows > 0);
          write({ ...run, state: 'ready', bytes, rows, missing });
        })
        .catch((error: unknown) => {
          const isExpected = error instanceof SiteExportError;
          if (!isExpected) onError(error);
          write({ ...run, state: 'failed', reason: isExpected ? error.message : INTERNAL_ERROR });
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
      // The open file can be deleted: its space is freed after the download.
      stream.once('open', () => remove(id));
      return { stream, bytes: size, name };
    },
    settled: async () => {
      await Promise.all(underway);
    },
  };
}

/** Deletes expired exports and files of interrupted ones. */
export function purgeExports({ config, clock }: Pick<ExportContext, 'config' | 'clock'>): void {
  const folder = path.join(config.dataFolder, 'exports');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const metadataFile = path.join(folder, `${name.split('.', 1)[0]}.json`);
    if (clock() - getStartTime(metadataFile) > DOWNLOAD_WINDOW_MS)
      rmSync(path.join(folder, name), { force: true });
  }
}

/** Returns the start time of an export, or 0 without valid metadata. */
function getStartTime(metadataFile: string): number {
  if (!existsSync(metadataFile)) return 0;
  try {
    return Date.parse(exportRun.parse(JSON.parse(readFileSync(metadataFile, 'utf8'))).startedAt);
  } catch {
    // Incomplete metadata: this export cannot be downloaded.
    return 0;
  }
}
