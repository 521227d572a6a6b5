import {
  AUDIT_EXPORT_MAX,
  type AuditEntry,
  type AuditFilter,
  type AuditListQuery,
  auditLabels,
  subjectOf,
} from '#contracts/audit.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { paginate } from '#contracts/fields.ts';
import { type AppContext, iso } from '../../context.ts';
import { settingOf } from '../../db/hot/site.ts';
import {
  type AuditRow,
  type AuditSelection,
  countAuditEntries,
  listAuditActions,
  listAuditActors,
  listAuditEntries,
  purgeAuditEntries,
} from '../../db/repositories/audit-log.ts';
import { findUserByPublicId } from '../../db/repositories/users.ts';
import { writeCsv } from '../csv.ts';

type AuditContext = Pick<AppContext, 'database' | 'clock'>;

/** Value of `by` for actions of commands on the machine. */
const MACHINE = 'machine';
/** Row id that no user has. */
const NO_USER = -1;

/** Deletes entries that are older than the setting `audit-days`. */
export async function purgeAudit({ database, clock }: AuditContext): Promise<void> {
  const days = settingOf(database, 'audit-days');
  if (days === 0) return;
  await database.write(() => purgeAuditEntries(database, clock() - days * DAY_MS));
}

const labelOf = (action: string) => auditLabels[action] ?? action;

export function readAuditLog({ database }: AuditContext, listQuery: AuditListQuery) {
  const selection = selectionOf({ database }, listQuery);
  const { rows, pageInfo } = paginate(listQuery, countAuditEntries(database, selection));
  return {
    entries: listAuditEntries(database, selection, rows).map(toEntry),
    ...pageInfo,
    people: listAuditActors(database).map(({ publicId, name }) => ({ _id: publicId, name })),
    actions: listAuditActions(database).map((action) => ({ action, what: labelOf(action) })),
  };
}

/** Exports the newest entries of a filter as CSV. */
export function exportAuditLog({ database, clock }: AuditContext, filter: AuditFilter) {
  const selection = selectionOf({ database }, filter);
  const page = { limit: AUDIT_EXPORT_MAX, offset: 0 };
  const rows = listAuditEntries(database, selection, page)
    .map(toEntry)
    .map((entry) => [
      entry.at,
      entry.by?.name ?? MACHINE,
      entry.action,
      entry.what,
      entry.subject.name ?? entry.subject._id,
      Object.entries(entry.details)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
    ]);
  const day = new Date(clock()).toISOString().slice(0, 10);
  const names = ['time', 'by', 'action', 'what', 'subject', 'details'];
  return { file: `audit-log-${day}.csv`, csv: writeCsv([names, ...rows]) };
}

function selectionOf(
  { database }: Pick<AuditContext, 'database'>,
  { by, action, from, to }: AuditFilter,
): AuditSelection {
  return {
    action,
    actorId: by === undefined ? undefined : actorOf(database, by),
    from: from ? Date.parse(from) : 0,
    until: to ? Date.parse(to) + DAY_MS : Number.MAX_SAFE_INTEGER,
  };
}

function actorOf(database: AuditContext['database'], by: string): number | null {
  if (by === MACHINE) return null;
  return findUserByPublicId(database.query, by)?.id ?? NO_USER;
}

function toEntry(row: AuditRow): AuditEntry {
  const kind = subjectOf(row.action);
  const names = { user: row.userName, article: row.articleTitle };
  return {
    _id: row.id,
    at: iso(row.at),
    by: row.byId === null ? null : { _id: row.byId, name: row.byName ?? '' },
    action: row.action,
    what: labelOf(row.action),
    subject: { _id: row.subject, name: kind && names[kind] },
    details: row.details,
  };
}
