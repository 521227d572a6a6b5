import { publishResult } from '#contracts/job.ts';
import type { AppContext } from '../context.ts';
import { findArticleById } from '../db/repositories/articles.ts';
import { findJob } from '../db/repositories/jobs.ts';
import { listReleases } from '../db/repositories/releases.ts';
import { DomainError } from '../errors.ts';

/** Releases that the admin is shown. */
const RELEASES_SHOWN = 10;

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** One job of the outbox, as the API answers it. @throws DomainError NOT_FOUND */
export function readJob({ database }: Pick<AppContext, 'database'>, id: number) {
  const job = findJob(database, id);
  if (!job) throw new DomainError('NOT_FOUND');
  const article = job.articleId === null ? null : findArticleById(database, job.articleId);
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    attempts: job.attempts,
    error: job.error,
    live: publishResult.safeParse(job.result).data?.live ?? null,
    article: article?.publicId ?? null,
    createdAt: new Date(job.createdAt).toISOString(),
    finishedAt: iso(job.finishedAt),
  };
}

/** The newest releases, and why one could not be made. */
export function readReleases({ database }: Pick<AppContext, 'database'>) {
  return listReleases(database, RELEASES_SHOWN).map((release) => ({
    id: release.id,
    build: release.buildId,
    state: release.state,
    error: release.error,
    createdAt: new Date(release.createdAt).toISOString(),
    liveAt: iso(release.liveAt),
  }));
}
