import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../context.ts';
import type { Connection } from '../db/connection.ts';
import { countArticles } from '../db/hot/articles.ts';
import { readCategorySlugs, readTagCounts } from '../db/hot/list-pages.ts';
import {
  deletePageRow,
  findRelease,
  insertRelease,
  listPagePaths,
  listReleasesIn,
  promoteRelease,
  recordNewPages,
  setReleaseState,
} from '../db/hot/releases.ts';
import { replaceBuiltDocuments } from '../db/hot/search.ts';
import { errorMessage } from '../errors.ts';
import type { ActiveProvider } from '../payment-provider.ts';
import { verifyBuild } from './build-manifest.ts';
import { readBuiltContent } from './built-content.ts';
import type { Guard } from './guarded-pages.ts';
import { LATEST, listOfCategory, listOfTag, type PageContext } from './page-source.ts';
import { releasePaths, remainingPaths } from './page-table.ts';
import { ensureListPages } from './pages/lists.ts';
import type { Replay } from './publish-batch.ts';
import { syncContentPages, syncPageList } from './publish-content.ts';
import { enqueuePush, recordFiles } from './push-files.ts';
import {
  buildFolderOf,
  copyPreviousAssets,
  createReleaseFolder,
  pointLiveAt,
  type ReleaseFolders,
  removeRelease,
  siteFolderOf,
  syncFileSystem,
} from './release-folders.ts';
import {
  listAffectedPages,
  loadSiteRenderer,
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
  syncPage,
} from './release-target.ts';
import { type BulkThreads, startBulkThreads } from './render-threads.ts';

/** Records deleted per transaction. */
const DELETE_BATCH = 500;

export interface ReleaseBuilder {
  database: Connection;
  folders: ReleaseFolders;
  uploadsFolder: string;
  imagesFolder: string;
  makeImages: boolean;
  isPushed: boolean;
  origin: string;
  /** Built pages that only members may open. */
  guards: readonly Guard[];
  payment: ActiveProvider;
  clock: Clock;
  /** Returns and clears the changes that were published since the last call. */
  takeReplays: () => Replay[];
  /** Runs work while nothing is being published. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  /** True if this process still holds the lease in the database. */
  mayPublish: () => boolean;
  /** Called with the new live release before publishing continues. */
  onLive: (target: ReleaseTarget) => void;
}

type ReleaseStorage = Pick<ReleaseBuilder, 'database' | 'folders'>;

/** Another process has taken over publishing. */
class SupersededError extends Error {
  constructor() {
    super('another process has taken over');
  }
}

const isRendering = (database: Connection, releaseId: number) =>
  listReleasesIn(database, 'rendering').some((release) => release.id === releaseId);

/**
 * Renders all pages with another build into a new folder and makes it the live release.
 * Changes that are published meanwhile are replayed on it.
 * @param releaseKey identifies build and settings; a start with the same key renders nothing
 * @throws Error if the build is incomplete or a page cannot be rendered; the live release stays
 */
export async function buildRelease(
  builder: ReleaseBuilder,
  buildFolder: string,
  releaseKey: string,
): Promise<void> {
  const { database, folders, clock } = builder;
  await removeUnfinishedReleases(builder);
  const releaseId = await database.write(() =>
    insertRelease(database, { buildId: releaseKey, schemaVersion: 0, now: clock() }),
  );
  const { uploadsFolder, imagesFolder, makeImages, isPushed } = builder;
  const targetFolders = {
    releaseId,
    siteFolder: siteFolderOf(folders, releaseId),
    uploadsFolder,
    imagesFolder,
    makeImages,
    isPushed,
  };
  const threads = startBulkThreads(
    {
      databaseFile: database.raw.name,
      buildFolder: buildFolderOf(folders, releaseId),
      origin: builder.origin,
      guards: builder.guards,
      payment: builder.payment,
      target: targetFolders,
    },
    countArticles(database, { states: ['live', 'archived'] }),
  );
  try {
    const manifest = verifyBuild(buildFolder);
    await database.write(() =>
      setReleaseState(database, releaseId, 'rendering', { schemaVersion: manifest.schemaVersion }),
    );
    createReleaseFolder(folders, releaseId, buildFolder, builder);
    threads.load();
    const live = findRelease(database, 'live');
    if (live) copyPreviousAssets(folders, live.id, releaseId);
    const releaseBuildFolder = buildFolderOf(folders, releaseId);
    const { origin, guards, payment } = builder;
    const context = {
      database,
      origin,
      guards,
      payment,
      ...readBuiltContent(targetFolders.siteFolder),
    };
    const [renderer] = await Promise.all([
      loadSiteRenderer(releaseBuildFolder, origin),
      renderAllPages(builder, context, targetFolders, threads),
    ]);
    const target: ReleaseTarget = { ...targetFolders, renderer, context, clock, mode: 'replayed' };
    await syncContentPages(target);
    await replay(target, builder.takeReplays());
    await syncFileSystem(target.siteFolder);
    const promoted: ReleaseTarget = { ...target, mode: 'live' };
    await builder.exclusively(async () => {
      await replay(promoted, builder.takeReplays());
      await database.write(() => {
        // After a stall, another process may have taken the lease and deleted this release.
        if (!builder.mayPublish() || !isRendering(database, releaseId)) throw new SupersededError();
        promoteRelease(database, releaseId, clock());
        replaceBuiltDocuments(database, context.builtDocuments);
      });
      pointLiveAt(folders, releaseId);
      builder.onLive(promoted);
    });
  } catch (error) {
    await threads.stop();
    await database.write(() =>
      setReleaseState(database, releaseId, 'failed', { error: errorMessage(error) }),
    );
    await deleteRelease(builder, releaseId);
    throw error;
  }
}

async function renderAllPages(
  builder: ReleaseBuilder,
  context: PageContext,
  { releaseId, siteFolder }: Pick<ReleaseTarget, 'releaseId' | 'siteFolder'>,
  threads: BulkThreads,
): Promise<void> {
  const { database } = builder;
  await database.write(() => {
    const tags = readTagCounts(database).map((entry) => listOfTag(entry.tag));
    const categories = readCategorySlugs(database).map(listOfCategory);
    for (const list of [LATEST, ...tags, ...categories]) ensureListPages(database, list);
  });
  const flush = flushWhileWriting(siteFolder);
  await threads.render(releasePaths(context), async (pages) => {
    await database.write(() => recordNewPages(database, releaseId, pages, builder.clock()));
    flush.onBatchWritten();
  });
  await flush.end();
}

/** Batches of pages after which written data is flushed. */
const BATCHES_PER_FLUSH = 8;

/**
 * Flushes data while pages are rendered, so that the final sync is fast. Errors are ignored, because
 * the final sync reports them.
 */
function flushWhileWriting(folder: string): { onBatchWritten(): void; end(): Promise<void> } {
  let batches = 0;
  let running: Promise<void> | undefined;
  return {
    onBatchWritten() {
      batches += 1;
      if (batches % BATCHES_PER_FLUSH !== 0 || running) return;
      const clearRunning = () => {
        running = undefined;
      };
      running = syncFileSystem(folder).then(clearRunning, clearRunning);
    },
    end: async () => running,
  };
}

/** Pages synced before publishing continues. */
const PAGES_PER_TURN = 10;
/** Outcomes stored per transaction. */
const OUTCOMES_PER_WRITE = 500;

/** Writes the Markdown copies and redirects of a release that is already live. */
export async function writeRemainingPages(
  target: ReleaseTarget,
  exclusively: ReleaseBuilder['exclusively'],
): Promise<void> {
  // The job ends only after one sync of all files, so the files are not synced one by one.
  const unsynced = recordFiles({ ...target, mode: 'replayed' });
  const paths = [...remainingPaths(target.context)];
  let outcomes: PageOutcome[] = [];
  for (let start = 0; start < paths.length; start += PAGES_PER_TURN) {
    await exclusively(async () => {
      for (const pagePath of paths.slice(start, start + PAGES_PER_TURN)) {
        outcomes.push(await syncPage(unsynced, pagePath));
      }
      if (outcomes.length < OUTCOMES_PER_WRITE) return;
      const batch = outcomes;
      outcomes = [];
      await target.context.database.write(() => recordOutcomes(target, batch));
    });
    await nextTurn();
  }
  await syncFileSystem(target.siteFolder);
  await exclusively(async () => {
    await target.context.database.write(() => {
      recordOutcomes(target, outcomes);
      enqueuePush(target, [...unsynced.changed.images, ...unsynced.changed.files]);
    });
  });
}

async function replay(target: ReleaseTarget, replays: Replay[]): Promise<void> {
  if (replays.length === 0) return;
  const tags = replays.flatMap((entry) => entry.tags);
  const touched = listAffectedPages(target, tags);
  const outcomes: PageOutcome[] = [];
  for (const pagePath of new Set([...replays.flatMap((entry) => entry.paths), ...touched])) {
    outcomes.push(await syncPage(target, pagePath));
  }
  outcomes.push(...(await syncPageList(target, outcomes)));
  await target.context.database.write(() => recordOutcomes(target, outcomes));
}

/** Deletes the incomplete releases of killed processes. */
async function removeUnfinishedReleases(builder: ReleaseStorage): Promise<void> {
  for (const release of listReleasesIn(builder.database, 'rendering')) {
    await builder.database.write(() =>
      setReleaseState(builder.database, release.id, 'removed', { error: 'interrupted' }),
    );
    await deleteRelease(builder, release.id);
  }
}

/** Deletes unfinished and old releases after a takeover from another process. */
export async function clearReleases(storage: ReleaseStorage): Promise<void> {
  await removeUnfinishedReleases(storage);
  await removeOldReleases(storage);
}

/** Deletes files and records of releases except the live and the previous one. */
export async function removeOldReleases(builder: ReleaseStorage): Promise<void> {
  const { database } = builder;
  for (const release of listReleasesIn(database, 'previous')) {
    await deletePages(database, release.id);
  }
  for (const state of ['removed', 'failed'] as const) {
    for (const release of listReleasesIn(database, state)) await deleteRelease(builder, release.id);
  }
}

async function deleteRelease(builder: ReleaseStorage, releaseId: number): Promise<void> {
  await deletePages(builder.database, releaseId);
  removeRelease(builder.folders, releaseId);
}

/** Deletes records in small steps, so that other writes do not wait for long. */
async function deletePages(database: Connection, releaseId: number): Promise<void> {
  const paths = listPagePaths(database, releaseId);
  for (let start = 0; start < paths.length; start += DELETE_BATCH) {
    await database.write(() => {
      for (const pagePath of paths.slice(start, start + DELETE_BATCH)) {
        deletePageRow(database, releaseId, pagePath);
      }
    });
    await nextTurn();
  }
}
