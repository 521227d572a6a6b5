import { z } from 'zod';

/** Entries per page of the log. */
export const AUDIT_PER_PAGE = 50;
/** Largest number of entries in an export; narrower filters return the others. */
export const AUDIT_EXPORT_MAX = 10_000;

const day = z.iso.date('Use a date such as 2026-11-21.');

/** Filter of the log. Days are in UTC and inclusive. */
const auditFilter = {
  by: z.string().max(40).optional().describe('_id of an admin, or "machine" for commands'),
  action: z.string().max(200).optional().describe('as `action` of an entry'),
  from: day.optional(),
  to: day.optional(),
};

/** GET /api/admin/audit/export */
export const auditExportQuery = z.strictObject(auditFilter);
export type AuditFilter = z.infer<typeof auditExportQuery>;

/** GET /api/admin/audit: newest first. */
export const auditListQuery = z.strictObject({
  ...auditFilter,
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(AUDIT_PER_PAGE),
});
export type AuditListQuery = z.infer<typeof auditListQuery>;

/** One action of an admin. */
export const auditEntry = z
  .object({
    _id: z.number().int(),
    at: z.iso.datetime(),
    by: z
      .object({ _id: z.string(), name: z.string() })
      .nullable()
      .describe('null for commands on the server'),
    action: z.string().describe('method and route of the call'),
    what: z.string().describe('label of the action'),
    subject: z.object({
      _id: z.string(),
      name: z.string().nullable().describe('current name; null if it is deleted or has none'),
    }),
    details: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditListResponse = z
  .object({
    entries: z.array(auditEntry),
    result: z.number().int().describe('total number of items'),
    page: z.number().int(),
    pages: z.number().int(),
    people: z
      .array(z.object({ _id: z.string(), name: z.string() }))
      .describe('people with entries, for the filter'),
    actions: z
      .array(z.object({ action: z.string(), what: z.string() }))
      .describe('actions with entries, for the filter'),
  })
  .meta({ id: 'AuditList' });

export const auditExportResponse = z
  .object({
    file: z.string().describe('suggested file name'),
    csv: z.string().describe('RFC 4180: time, by, action, what, subject, details'),
  })
  .meta({ id: 'AuditExport' });
