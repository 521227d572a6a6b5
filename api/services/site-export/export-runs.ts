import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { HOUR_MS } from '#contracts/durations.ts';
import { type ExportRun, exportRun } from '#contracts/import.ts';
import { type AppContext, iso } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { BackgroundRuns } from '../background-runs.ts';
import { createPublicId } from '../identifiers.ts';
import { SiteExportError, writeSiteExport } from './write-export.ts';

/** Time for downloading an export after it is ready, in milliseconds. */
const DOWNLOAD_WINDOW_MS = HOUR_MS;
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
  const runs = exportRunsOf(context);

  function find(id: string): ExportRun {
    runs.purge(DOWNLOAD_WINDOW_MS);
    const run = runs.find(id);
    if (!run) throw new DomainError('NOT_FOUND');
    return run;
  }

  return {
    begin() {
      if (runs.isWorking()) {
        throw new DomainError('STATE_CONFLICT', { msg: 'Another export is running.' });
      }
      runs.purge(0);
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
      runs.write(run);
      const work = writeSiteExport(context, runs.fileOf(run._id))
        .then(({ bytes, manifest: { resources, missing } }) => {
          const rows = resources.filter((resource) => resource.rows > 0);
          runs.write({ ...run, state: 'ready', bytes, rows, missing });
        })
        .catch((error: unknown) => {
          const isExpected = error instanceof SiteExportError;
          if (!isExpected) onError(error);
          runs.write({
            ...run,
            state: 'failed',
            reason: isExpected ? error.message : INTERNAL_ERROR,
          });
        });
      runs.track(() => run, work, onError);
      return run;
    },
    find,
    open(id) {
      const { name, state } = find(id);
      const file = runs.fileOf(id);
      if (state !== 'ready' || !existsSync(file)) throw new DomainError('NOT_FOUND');
      const { size } = statSync(file);
      const stream = createReadStream(file);
      // The open file can be deleted: its space is freed after the download.
      stream.once('open', () => runs.remove(id));
      return { stream, bytes: size, name };
    },
    settled: () => runs.settled(),
  };
}

/** Deletes expired exports and files of interrupted ones. */
export function purgeExports(context: Pick<ExportContext, 'config' | 'clock'>): void {
  exportRunsOf(context).purge(DOWNLOAD_WINDOW_MS);
}

function exportRunsOf({ config, clock }: Pick<ExportContext, 'config' | 'clock'>) {
  return new BackgroundRuns<ExportRun>({
    folder: path.join(config.dataFolder, 'exports'),
    schema: exportRun,
    extension: 'tar.gz',
    clock,
    isWorking: ({ state }) => state === 'packing',
    toInterrupted: (run) => ({
      ...run,
      state: 'failed',
      reason: 'The export was interrupted. Please start it again.',
    }),
  });
}
