import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Connection } from '../db/connection.ts';
import { countArticles } from '../db/hot/articles.ts';
import { replaceBuiltDocuments } from '../db/hot/built-documents.ts';
import { readCategorySlugs, readTagCounts } from '../db/hot/list-pages.ts';
import { deletePageRow, listPagePaths, recordNewPages } from '../db/hot/pages.ts';
import {
  findRelease,
  insertRelease,
  listReleasesIn,
  promoteRelease,
  setReleaseState,
} from '../db/hot/releases.ts';
import type { ActiveProvider } from '../payment-provider.ts';
import { verifyBuild } from './build-manifest.ts';
import { readBuiltContent } from './built-content.ts';
import { LATEST, listOfCategory, listOfTag } from './dependency-tags.ts';
import type { Guard } from './guarded-pages.ts';
import { errorMessage } from './job-queue.ts';
import { ensureListPages } from './list-paging.ts';
import type { PageContext } from './page-source.ts';
import { followingPaths, releasePaths } from './page-table.ts';
import type { Replay } from './publish-batch.ts';
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
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
  syncPage,
} from './release-target.ts';
import { type BulkThreads, startBulkThreads } from './render-threads.ts';
import { loadSiteRenderer } from './site-renderer.ts';

/** Records deleted per transaction. */
const DELETE_BATCH = 500;

export interface ReleaseBuilder {
  database: Connection;
  folders: ReleaseFolders;
  uploadsFolder: string;
  picturesFolder: string;
  makePictures: boolean;
  origin: string;
  /** Built pages that only members may open. */
  guards: readonly Guard[];
  payment: ActiveProvider;
  clock: Clock;
  /** Takes what was published since the last call. */
  takeReplays: () => Replay[];
  /** Runs work while nothing is being published. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  /** True if this process still holds the lease in the database. */
  mayPublish: () => boolean;
  /** Told of the new live release before anything is published again. */
  onLive: (target: ReleaseTarget) => void;
}

type Store = Pick<ReleaseBuilder, 'database' | 'folders'>;

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
  const { uploadsFolder, picturesFolder, makePictures } = builder;
  const written = {
    releaseId,
    siteFolder: siteFolderOf(folders, releaseId),
    uploadsFolder,
    picturesFolder,
    makePictures,
  };
  const threads = startBulkThreads(
    {
      databaseFile: database.raw.name,
      buildFolder: buildFolderOf(folders, releaseId),
      origin: builder.origin,
      guards: builder.guards,
      payment: builder.payment,
      target: written,
    },
    countArticles(database, { states: ['live', 'archived'] }),
  );
  try {
    const sealed = verifyBuild(buildFolder);
    await database.write(() =>
      setReleaseState(database, releaseId, 'rendering', { schemaVersion: sealed.schemaVersion }),
    );
    createReleaseFolder(folders, releaseId, buildFolder, builder);
    threads.load();
    const live = findRelease(database, 'live');
    if (live) copyPreviousAssets(folders, live.id, releaseId);
    const buildOfRelease = buildFolderOf(folders, releaseId);
    const { origin, guards, payment } = builder;
    const context = {
      database,
      origin,
      guards,
      payment,
      ...readBuiltContent(written.siteFolder),
    };
    const [renderer] = await Promise.all([
      loadSiteRenderer(buildOfRelease, origin),
      renderEverything(builder, context, written, threads),
    ]);
    const target: ReleaseTarget = { ...written, renderer, context, clock, mode: 'replayed' };
    await replay(target, builder.takeReplays());
    await syncFileSystem(target.siteFolder);
    const promoted: ReleaseTarget = { ...target, mode: 'live' };
    await builder.exclusively(async () => {
      await replay(promoted, builder.takeReplays());
      await database.write(() => {
        // A process that stalled may have lost its right meanwhile, and this release been cleared.
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

async function renderEverything(
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
    flush.wrote();
  });
  await flush.end();
}

/** Shares of pages after which written data is flushed. */
const SHARES_PER_FLUSH = 8;

/**
 * Flushes data while pages are rendered, so that the final sync is fast; its errors occur there
 * again.
 */
function flushWhileWriting(folder: string): { wrote(): void; end(): Promise<void> } {
  let shares = 0;
  let running: Promise<void> | undefined;
  return {
    wrote() {
      shares += 1;
      if (shares % SHARES_PER_FLUSH !== 0 || running) return;
      const rest = () => {
        running = undefined;
      };
      running = syncFileSystem(folder).then(rest, rest);
    },
    end: async () => running,
  };
}

/** Pages synced before publishing continues. */
const PAGES_PER_TURN = 10;
const FOLLOWERS_PER_RECORD = 500;

/** Writes the Markdown copies and redirects of the live release that its swap did not wait for. */
export async function writeRemainingPages(
  target: ReleaseTarget,
  exclusively: ReleaseBuilder['exclusively'],
): Promise<void> {
  // Readers see the folder, but one sync for all is enough: until then the job is not done.
  const unsynced: ReleaseTarget = { ...target, mode: 'replayed' };
  const paths = [...followingPaths(target.context)];
  let outcomes: PageOutcome[] = [];
  for (let start = 0; start < paths.length; start += PAGES_PER_TURN) {
    await exclusively(async () => {
      for (const pagePath of paths.slice(start, start + PAGES_PER_TURN)) {
        outcomes.push(await syncPage(unsynced, pagePath));
      }
      if (outcomes.length < FOLLOWERS_PER_RECORD) return;
      const ready = outcomes;
      outcomes = [];
      await target.context.database.write(() => recordOutcomes(target, ready));
    });
    await nextTurn();
  }
  await syncFileSystem(target.siteFolder);
  await exclusively(async () => {
    await target.context.database.write(() => recordOutcomes(target, outcomes));
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
  await target.context.database.write(() => recordOutcomes(target, outcomes));
}

/** Deletes releases that a killed process had begun. */
async function removeUnfinishedReleases(builder: Store): Promise<void> {
  for (const release of listReleasesIn(builder.database, 'rendering')) {
    await builder.database.write(() =>
      setReleaseState(builder.database, release.id, 'removed', { error: 'interrupted' }),
    );
    await deleteRelease(builder, release.id);
  }
}

/** Deletes unfinished and old releases after a takeover from another process. */
export async function clearReleases(store: Store): Promise<void> {
  await removeUnfinishedReleases(store);
  await removeOldReleases(store);
}

/** Deletes files and records of releases except the live and the previous one. */
export async function removeOldReleases(builder: Store): Promise<void> {
  const { database } = builder;
  for (const release of listReleasesIn(database, 'previous')) {
    await deletePages(database, release.id);
  }
  for (const state of ['removed', 'failed'] as const) {
    for (const release of listReleasesIn(database, state)) await deleteRelease(builder, release.id);
  }
}

async function deleteRelease(builder: Store, releaseId: number): Promise<void> {
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
