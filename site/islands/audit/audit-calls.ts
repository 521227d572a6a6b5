import type { z } from 'zod';
import type {
  AuditEntry,
  AuditFilter,
  auditExportResponse,
  auditListResponse,
} from '#contracts/audit.ts';
import { callApi } from '../../lib/api-client.ts';
import { saveCsv } from '../../lib/save-file.ts';

export type Entry = AuditEntry;
export type AuditList = z.infer<typeof auditListResponse>;
/** Empty texts ask for everything. */
export type Filter = { [Name in keyof AuditFilter]-?: string };

const searchOf = (filter: Filter) =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));

export function listEntries(filter: Filter, page: number, signal: AbortSignal): Promise<AuditList> {
  const search = searchOf(filter);
  search.set('page', String(page));
  return callApi('GET', `/api/admin/audit?${search}`, { signal });
}

/** Fetches what the filter leaves and hands it over as a file to save. */
export async function saveEntries(filter: Filter): Promise<void> {
  const path = `/api/admin/audit/export?${searchOf(filter)}`;
  saveCsv(await callApi<z.infer<typeof auditExportResponse>>('GET', path));
}
