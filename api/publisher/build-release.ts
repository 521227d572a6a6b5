import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Connection } from '../db/connection.ts';
import { countArticles } from '../db/repositories/articles.ts';
import { replaceBuiltDocuments } from '../db/repositories/built-documents.ts';
import { readCategorySlugs, readTagCounts } from '../db/repositories/list-pages.ts';
import { forgetPage, listPagePaths, recordNewPages } from '../db/repositories/pages.ts';
import {
  findRelease,
  insertRelease,
  listReleasesIn,
  promoteRelease,
  setReleaseState,
} from '../db/repositories/releases.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { verifyBuild } from './build-manifest.ts';
import { readBuiltContent } from './built-content.ts';
import { LATEST, listOfCategory, listOfTag } from './dependency-tags.ts';
import type { Door } from './guarded-pages.ts';
import { sentenceOf } from './job-failure.ts';
import { ensureListPages } from './list-paging.ts';
import type { PageContext } from './page-source.ts';
import { followingPaths, releasePaths } from './page-table.ts';
import type { Replay } from './publish-batch.ts';
import {
  buildFolderOf,
  keepAssets,
  layOutRelease,
  pointLiveAt,
  type ReleaseFolders,
  removeRelease,
  siteFolderOf,
  syncFileSystem,
} from './release-folders.ts';
import {
  bringInLine,
  type PageOutcome,
  pagesTouchedBy,
  type ReleaseTarget,
  recordOutcomes,
} from './release-target.ts';
import { type BulkThreads, startBulkThreads } from './render-in-bulk.ts';
import { loadSiteRenderer } from './site-renderer.ts';

/** Records removed in one transaction. */
const FORGET_PER_TURN = 500;

export interface ReleaseBuilder {
  database: Connection;
  folders: ReleaseFolders;
  uploadsFolder: string;
  picturesFolder: string;
  makePictures: boolean;
  origin: string;
  /** Built pages that only members may open. */
  doors: readonly Door[];
  payment: PaymentProvider;
  clock: Clock;
  /** Takes what was published since the last call. */
  takeReplays: () => Replay[];
  /** Runs work while nothing is being published. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Whether this process still holds the right to publish, as the database says now. */
  mayPublish: () => boolean;
  /** Told of the new live release before anything is published again. */
  onLive: (target: ReleaseTarget) => void;
}

type Store = Pick<ReleaseBuilder, 'database' | 'folders'>;

/** Another process has taken over; what was begun here is of no use any more. */
class Superseded extends Error {
  constructor() {
    super('another process has taken over');
  }
}

const isRendering = (database: Connection, releaseId: number) =>
  listReleasesIn(database, 'rendering').some((release) => release.id === releaseId);

/**
 * Renders everything with another build into a folder of its own and puts it in place of the live
 * release. What is published meanwhile goes live as ever and is replayed here.
 * @param releaseKey identifies build and settings; a start with the same key renders nothing
 * @throws Error when the build is not whole or a page cannot be rendered; the live release stays
 */
export async function buildRelease(
  builder: ReleaseBuilder,
  buildFolder: string,
  releaseKey: string,
): Promise<void> {
  const { database, folders, clock } = builder;
  await dropUnfinished(builder);
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
      doors: builder.doors,
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
    layOutRelease(folders, releaseId, buildFolder, builder);
    threads.load();
    const live = findRelease(database, 'live');
    if (live) keepAssets(folders, live.id, releaseId);
    const buildOfRelease = buildFolderOf(folders, releaseId);
    const { origin, doors, payment } = builder;
    const context = {
      ...{ database, origin, doors, payment },
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
        if (!builder.mayPublish() || !isRendering(database, releaseId)) throw new Superseded();
        promoteRelease(database, releaseId, clock());
        replaceBuiltDocuments(database, context.builtDocuments);
      });
      pointLiveAt(folders, releaseId);
      builder.onLive(promoted);
    });
  } catch (error) {
    await threads.stop();
    await database.write(() =>
      setReleaseState(database, releaseId, 'failed', { error: sentenceOf(error) }),
    );
    await forgetRelease(builder, releaseId);
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

/** Shares of pages after which the disk is told to begin with what is written so far. */
const SHARES_PER_FLUSH = 8;

/**
 * Lets the disk work while pages are rendered: the sync that the swap waits for finds little left.
 * What fails here fails there again.
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

/** Pages brought in line before publishing gets its turn again. */
const FOLLOWERS_PER_TURN = 10;
const FOLLOWERS_PER_RECORD = 500;

/** Writes the twins and redirects of the live release that its swap did not wait for. */
export async function writeFollowers(
  target: ReleaseTarget,
  exclusively: ReleaseBuilder['exclusively'],
): Promise<void> {
  // Readers see the folder, but one sync for all is enough: until then the job is not done.
  const unsynced: ReleaseTarget = { ...target, mode: 'replayed' };
  const paths = [...followingPaths(target.context)];
  let outcomes: PageOutcome[] = [];
  for (let start = 0; start < paths.length; start += FOLLOWERS_PER_TURN) {
    await exclusively(async () => {
      for (const pagePath of paths.slice(start, start + FOLLOWERS_PER_TURN)) {
        outcomes.push(await bringInLine(unsynced, pagePath));
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
  const touched = pagesTouchedBy(target, tags);
  const outcomes: PageOutcome[] = [];
  for (const pagePath of new Set([...replays.flatMap((entry) => entry.paths), ...touched])) {
    outcomes.push(await bringInLine(target, pagePath));
  }
  await target.context.database.write(() => recordOutcomes(target, outcomes));
}

/** Clears away what a process that was killed had begun. */
async function dropUnfinished(builder: Store): Promise<void> {
  for (const release of listReleasesIn(builder.database, 'rendering')) {
    await builder.database.write(() =>
      setReleaseState(builder.database, release.id, 'removed', { error: 'interrupted' }),
    );
    await forgetRelease(builder, release.id);
  }
}

/**
 * For who takes over: the process before may have been killed while it rendered a release, or
 * between putting one in place and removing what that made superfluous.
 */
export async function clearReleases(store: Store): Promise<void> {
  await dropUnfinished(store);
  await removeOldReleases(store);
}

/** Removes files and records of releases that are neither live nor the one before. */
export async function removeOldReleases(builder: Store): Promise<void> {
  const { database } = builder;
  for (const release of listReleasesIn(database, 'previous')) {
    await forgetPages(database, release.id);
  }
  for (const state of ['removed', 'failed'] as const) {
    for (const release of listReleasesIn(database, state)) await forgetRelease(builder, release.id);
  }
}

async function forgetRelease(builder: Store, releaseId: number): Promise<void> {
  await forgetPages(builder.database, releaseId);
  removeRelease(builder.folders, releaseId);
}

/** In small steps, so that nobody waits long for the write lock. */
async function forgetPages(database: Connection, releaseId: number): Promise<void> {
  const paths = listPagePaths(database, releaseId);
  for (let start = 0; start < paths.length; start += FORGET_PER_TURN) {
    await database.write(() => {
      for (const pagePath of paths.slice(start, start + FORGET_PER_TURN)) {
        forgetPage(database, releaseId, pagePath);
      }
    });
    await nextTurn();
  }
}
