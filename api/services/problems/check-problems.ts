import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import type { Config } from '../../config.ts';
import { type AppContext, iso } from '../../context.ts';
import { countFailedEmails } from '../../db/repositories/emails.ts';
import {
  findDelayedJob,
  findFailedRelease,
  listFailedFollowUps,
  listFailedPublishings,
} from '../../db/repositories/jobs.ts';
import { type Certificate, readCertificate } from '../../integrations/own-site.ts';
import { findOldBackup } from '../backup/backup-status.ts';
import { describeDisk, isDiskLow, readDiskSpace } from '../status/disk-space.ts';
import {
  lastReportAt,
  mayReport,
  type Problem,
  type ProblemKind,
  reportProblem,
} from './report-problem.ts';

/** Milliseconds before its end from which on a certificate should have been renewed. */
const RENEWAL_MS = 14 * DAY_MS;
/** The same as a share of its lifetime, for certificates that last for days only. */
const RENEWAL_SHARE = 0.25;

/** Returns the certificate of SITE_URL, or null without HTTPS. @throws Error without a connection */
export async function readSiteCertificate({
  siteUrl,
}: Pick<Config, 'siteUrl'>): Promise<Certificate | null> {
  return siteUrl.startsWith('https:') ? readCertificate(siteUrl) : null;
}

/** Returns why visitors are or will soon be warned about a certificate, or null if all is well. */
export function describeCertificate(
  { validFrom, validTo, error }: Certificate,
  now: number,
): string | null {
  const left = validTo - now;
  const day = new Date(validTo).toISOString().slice(0, 10);
  if (left <= 0) return `The certificate expired on ${day}.`;
  if (left < Math.min(RENEWAL_MS, (validTo - validFrom) * RENEWAL_SHARE)) {
    return `The certificate expires on ${day} and was not renewed yet.`;
  }
  return error === null ? null : `Browsers do not accept the certificate (${error}).`;
}

function certificateProblem(
  certificate: Certificate | null,
  siteUrl: string,
  now: number,
): Problem | null {
  const found = certificate && describeCertificate(certificate, now);
  if (!found) return null;
  return {
    subject: 'The certificate of your site needs attention',
    title: `The HTTPS certificate of ${new URL(siteUrl).host} needs attention`,
    paragraphs: [found, 'Look at the log of the proxy that renews it, such as Caddy or certbot.'],
    page: { label: 'Open your site', path: '/' },
  };
}

/** Errors of the server that followed each other quickly. */
interface ErrorBurst {
  count: number;
  minutes: number;
  /** Text of the last one. */
  last: string;
}

/** State outside of the data that a check needs. */
export interface Observations {
  errorBurst: ErrorBurst | null;
  /** Certificate that visitors get, or null if there is none or it could not be read. */
  certificate: Certificate | null;
}

type ProblemContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Milliseconds for which a bucket may fail before admins get an email. */
const BUCKET_DELAY_MS = HOUR_MS;
/** Maximum number of failed jobs per check. */
const JOBS_MAX = 50;

const jobsPage = { label: 'See the jobs', path: '/admin/jobs' };

/**
 * Checks for problems and emails all admins about each kind once per day. Problems older than the
 * last email are not repeated.
 * @returns the kinds that were reported
 */
export async function checkProblems(
  context: ProblemContext,
  seen: Observations,
): Promise<ProblemKind[]> {
  const { database, clock, config } = context;
  const finders: Partial<
    Record<ProblemKind, (since: number) => Problem | null | Promise<Problem | null>>
  > = {
    publish: (since) => findFailedPublications(context, since),
    email: (since) => findFailedEmails(context, since),
    backup: () => findBackupProblem(context),
    bucket: () => findBucketProblem(context),
    disk: () => findDiskProblem(config.dataFolder),
    certificate: () => certificateProblem(seen.certificate, config.siteUrl, clock()),
    errors: () => describeBurst(seen.errorBurst),
  };
  const reported: ProblemKind[] = [];
  for (const [kind, find] of Object.entries(finders) as [ProblemKind, typeof finders.publish][]) {
    if (!find || !mayReport(context, database.query, kind)) continue;
    const problem = await find(lastReportAt(context, database.query, kind));
    if (!problem) continue;
    const isReported = await database.write((transaction) =>
      reportProblem(context, transaction, kind, problem),
    );
    if (isReported) reported.push(kind);
  }
  return reported;
}

function findFailedPublications({ database }: ProblemContext, since: number): Problem | null {
  const release = findFailedRelease(database);
  const isNewFailure = release !== null && release.createdAt > since;
  const jobs = [
    ...listFailedPublishings(database, JOBS_MAX),
    ...listFailedFollowUps(database, JOBS_MAX),
  ].filter(({ finishedAt }) => (finishedAt ?? 0) > since);
  const error = isNewFailure ? release.error : jobs[0]?.error;
  if (error === undefined) return null;
  return {
    subject: 'Publishing failed',
    title: isNewFailure
      ? 'The pages of your site could not be rendered'
      : 'Pages of your site are out of date',
    paragraphs: [
      isNewFailure
        ? 'Readers still see the previous release.'
        : `${jobs.length === 1 ? '1 job' : `${jobs.length} jobs`} failed.`,
      'Correct the cause and retry it on the page below. The reason:',
    ],
    quote: error ?? 'It is in the log of the server.',
    page: jobsPage,
  };
}

function findFailedEmails({ database }: ProblemContext, since: number): Problem | null {
  const { count, response } = countFailedEmails(database.query, since);
  if (count === 0) return null;
  return {
    subject: count === 1 ? 'An email was not sent' : `${count} emails were not sent`,
    title: 'Emails of your site did not arrive',
    paragraphs: ['See the reasons on the page below, where you can send them again. The last one:'],
    quote: response ?? 'The SMTP server gave no reason.',
    page: { label: 'See the emails', path: '/admin/mail' },
  };
}

function findBackupProblem(context: ProblemContext): Problem | null {
  const found = findOldBackup(context);
  if (found === null) return null;
  return {
    subject: 'There is no recent backup',
    title: 'Your site has no recent backup',
    paragraphs: [`${found} If the machine fails, everything since then is lost.`],
    page: { label: 'See the backups', path: '/admin/jobs' },
  };
}

/** Jobs of buckets are retried without end, so they never fail. */
function findBucketProblem({ database, clock }: ProblemContext): Problem | null {
  const job = findDelayedJob(database, ['push', 'store'], clock() - BUCKET_DELAY_MS);
  if (job === undefined) return null;
  const isPush = job.kind === 'push';
  return {
    subject: isPush ? 'Changes do not reach the bucket' : 'Uploads do not reach the store',
    title: isPush
      ? 'The bucket of PUBLISH_TO is out of date'
      : 'The store of STORAGE lacks uploads of your site',
    paragraphs: [
      isPush
        ? 'Readers of the bucket still see the previous pages.'
        : 'If the machine fails, these uploads are lost.',
      `They have waited since ${iso(job.createdAt)} and follow when the bucket works again. The reason:`,
    ],
    quote: job.error ?? 'It is in the log of the server.',
    page: jobsPage,
  };
}

async function findDiskProblem(dataFolder: string): Promise<Problem | null> {
  const space = await readDiskSpace(dataFolder);
  if (space === null || !isDiskLow(space)) return null;
  return {
    subject: 'The disk is nearly full',
    title: 'The disk of your site is nearly full',
    paragraphs: [
      `${describeDisk(space)}. When the disk is full, nothing can be published, uploaded or bought.`,
      'Delete unused images or old backups, or use a larger disk.',
    ],
    page: { label: 'See the uploads', path: '/admin/uploads' },
  };
}

function describeBurst(burst: ErrorBurst | null): Problem | null {
  if (burst === null) return null;
  return {
    subject: 'Many errors on your site',
    title: `Your server logged at least ${burst.count} errors within ${burst.minutes} minutes`,
    paragraphs: ['The log of the server has all of them. The last one:'],
    quote: burst.last,
    page: jobsPage,
  };
}
