import { dayAt } from '#contracts/zoned-time.ts';

/** Numbers of days, weeks and months whose newest backup is kept. */
const KEPT = { days: 7, weeks: 4, months: 12 };
const DAY_MS = 86_400_000;

/** Returns the Monday of the week of a day, such as `2026-11-23`. */
function weekOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Returns the backups that are no longer needed.
 * @param zone time zone in which days, weeks and months begin
 */
export function findExpired<Backup extends { createdAt: string }>(
  backups: readonly Backup[],
  zone: string,
): Backup[] {
  const newestFirst = backups.toSorted(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  );
  const dayOf = ({ createdAt }: Backup) => dayAt(Date.parse(createdAt), zone);
  const newest = newestFirst.map(({ createdAt }) => Date.parse(createdAt)).at(0) ?? 0;
  const isRecent = ({ createdAt }: Backup) => Date.parse(createdAt) > newest - DAY_MS;
  const retained = new Set([
    // Someone who makes several backups in a day may need an earlier one.
    ...newestFirst.filter(isRecent),
    ...newestOfEach(newestFirst, dayOf, KEPT.days),
    ...newestOfEach(newestFirst, (backup) => weekOf(dayOf(backup)), KEPT.weeks),
    ...newestOfEach(newestFirst, (backup) => dayOf(backup).slice(0, 7), KEPT.months),
  ]);
  return newestFirst.filter((backup) => !retained.has(backup));
}

function newestOfEach<Backup>(
  newestFirst: Backup[],
  periodOf: (backup: Backup) => string,
  limit: number,
): Backup[] {
  const newest = new Map<string, Backup>();
  for (const backup of newestFirst) {
    const period = periodOf(backup);
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()].slice(0, limit);
}
