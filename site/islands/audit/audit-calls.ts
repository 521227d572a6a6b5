import type { z } from 'zod';
import type {
  AuditEntry,
  AuditFilter,
  auditExportResponse,
  auditListResponse,
} from '#contracts/audit.ts';
import { callApi } from '../../client/api-client.ts';
import { saveCsv } from '../../client/save-file.ts';

export type Entry = AuditEntry;
export type AuditList = z.infer<typeof auditListResponse>;
/** Empty values match everything. */
export type AuditQuery = { [Name in keyof AuditFilter]-?: string } & { page: number };

const parametersOf = (query: Partial<AuditQuery>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );

export const listEntries = (query: AuditQuery, signal: AbortSignal): Promise<AuditList> =>
  callApi('GET', `/api/admin/audit?${parametersOf(query)}`, { signal });

/** Downloads all entries of a query as a file. */
export async function saveEntries({ page, ...filter }: AuditQuery): Promise<void> {
  const path = `/api/admin/audit/export?${parametersOf(filter)}`;
  saveCsv(await callApi<z.infer<typeof auditExportResponse>>('GET', path));
}
