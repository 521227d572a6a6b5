import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/client.ts';
import { readTagCounts } from '../db/repositories/list-pages.ts';
import { forgetPage, listPagePaths } from '../db/repositories/pages.ts';
import {
  insertRelease,
  listReleasesIn,
  promoteRelease,
  setReleaseState,
} from '../db/repositories/releases.ts';
import { verifyBuild } from './build-manifest.ts';
import { LATEST, listOfTag } from './dependency-tags.ts';
import { ensureListPages } from './list-paging.ts';
import { allPaths } from './page-table.ts';
import type { Replay } from './publish-batch.ts';
import { sentenceOf } from './publish-batch.ts';
import {
  buildFolderOf,
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
import { loadSiteRenderer } from './site-renderer.ts';

/** Pages rendered before other work gets a turn: a publish waits at most this long. */
const PAGES_PER_TURN = 4;
/** Pages recorded in one transaction. */
const PAGES_PER_RECORD = 500;
const FORGET_PER_TURN = 500;

export interface ReleaseBuilder {
  database: Database;
  folders: ReleaseFolders;
  uploadsFolder: string;
  origin: string;
  clock: Clock;
  /** Takes what was published since the last call. */
  takeReplays: () => Replay[];
  /** Runs work while nothing is being published. */
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

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
): Promise<ReleaseTarget> {
  const { database, folders, clock } = builder;
  await dropUnfinished(builder);
  const release = await database.write((query) =>
    insertRelease(query, { buildId: releaseKey, schemaVersion: 0, now: clock() }),
  );
  try {
    const sealed = verifyBuild(buildFolder);
    await database.write((query) =>
      setReleaseState(query, release.id, 'rendering', { schemaVersion: sealed.schemaVersion }),
    );
    layOutRelease(folders, release.id, buildFolder, builder.origin);
    const target: ReleaseTarget = {
      releaseId: release.id,
      siteFolder: siteFolderOf(folders, release.id),
      uploadsFolder: builder.uploadsFolder,
      renderer: await loadSiteRenderer(buildFolderOf(folders, release.id), builder.origin),
      context: { database, origin: builder.origin },
      clock,
      durable: false,
    };
    await renderEverything(target);
    await replay(target, builder.takeReplays());
    await syncFileSystem(target.siteFolder);
    const durable = { ...target, durable: true };
    await builder.exclusively(async () => {
      await replay(durable, builder.takeReplays());
      await database.write((query) => promoteRelease(query, release.id, clock()));
      pointLiveAt(folders, release.id);
    });
    return durable;
  } catch (error) {
    await database.write((query) =>
      setReleaseState(query, release.id, 'failed', { error: sentenceOf(error) }),
    );
    await forgetRelease(builder, release.id);
    throw error;
  }
}

async function renderEverything(target: ReleaseTarget): Promise<void> {
  const { database } = target.context;
  await database.write(() => {
    const lists = readTagCounts(database).map((entry) => listOfTag(entry.tag));
    for (const list of [LATEST, ...lists]) ensureListPages(database, list);
  });
  let outcomes: PageOutcome[] = [];
  let count = 0;
  for (const pagePath of allPaths(target.context)) {
    outcomes.push(await bringInLine(target, pagePath));
    count += 1;
    if (outcomes.length >= PAGES_PER_RECORD) {
      const ready = outcomes;
      outcomes = [];
      await database.write(() => recordOutcomes(target, ready));
    }
    if (count % PAGES_PER_TURN === 0) await nextTurn();
  }
  await database.write(() => recordOutcomes(target, outcomes));
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
async function dropUnfinished(builder: ReleaseBuilder): Promise<void> {
  for (const release of listReleasesIn(builder.database.query, ['rendering'])) {
    await builder.database.write((query) =>
      setReleaseState(query, release.id, 'removed', { error: 'interrupted' }),
    );
    await forgetRelease(builder, release.id);
  }
}

/** Removes files and records of releases that are neither live nor the one before. */
export async function removeOldReleases(builder: ReleaseBuilder): Promise<void> {
  const previous = listReleasesIn(builder.database.query, ['previous']);
  for (const release of previous) await forgetPages(builder.database, release.id);
  for (const release of listReleasesIn(builder.database.query, ['removed', 'failed'])) {
    await forgetRelease(builder, release.id);
  }
}

async function forgetRelease(builder: ReleaseBuilder, releaseId: number): Promise<void> {
  await forgetPages(builder.database, releaseId);
  removeRelease(builder.folders, releaseId);
}

/** In small steps, so that nobody waits long for the write lock. */
async function forgetPages(database: Database, releaseId: number): Promise<void> {
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
