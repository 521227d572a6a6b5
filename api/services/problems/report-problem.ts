import type { EmailContent } from '#contracts/mail.ts';
import { dayAt } from '#contracts/zoned-time.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { settingOf } from '../../db/hot/site.ts';
import { findLastEmailTime } from '../../db/repositories/emails.ts';
import { enqueueEmailToAdmins } from '../mail/email-queue.ts';

/** Kinds of problems that admins get an email about. */
export type ProblemKind =
  | 'backup'
  | 'replication'
  | 'publish'
  | 'email'
  | 'cross-post'
  | 'connection'
  | 'bucket'
  | 'disk'
  | 'certificate'
  | 'errors';

/** Content of an email about a problem. */
export interface Problem extends Pick<EmailContent, 'subject' | 'title' | 'paragraphs' | 'quote'> {
  /** Page of the site that helps to solve it. */
  page: { label: string; path: string };
}

type ProblemContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

const subjectKey = (kind: ProblemKind) => `problem:${kind}`;

/** Returns when admins got the last email about a kind of problem, or 0. */
export const lastReportAt = (
  { clock }: Pick<ProblemContext, 'clock'>,
  query: Queryable,
  kind: ProblemKind,
): number => findLastEmailTime(query, subjectKey(kind), clock()) ?? 0;

/** True if no email about a kind of problem was written yet on this day of the owner. */
export function mayReport(
  context: Pick<ProblemContext, 'database' | 'clock'>,
  query: Queryable,
  kind: ProblemKind,
): boolean {
  const zone = settingOf(context.database, 'timezone');
  return dayAt(lastReportAt(context, query, kind), zone) !== dayAt(context.clock(), zone);
}

/**
 * Emails all admins about a problem, once per kind and day of the owner; call it in a transaction.
 * @returns true if there is an admin who gets an email
 */
export function reportProblem(
  context: ProblemContext,
  transaction: Queryable,
  kind: ProblemKind,
  { page, ...content }: Problem,
): boolean {
  if (!mayReport(context, transaction, kind)) return false;
  return enqueueEmailToAdmins(transaction, context, {
    kind: 'problem',
    content: {
      ...content,
      button: { label: page.label, href: `${context.config.siteUrl}${page.path}` },
      reason: 'You are receiving this email because you are an admin of the site.',
    },
    subjectKey: subjectKey(kind),
  });
}
