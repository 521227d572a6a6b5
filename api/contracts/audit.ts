import { z } from 'zod';

/** Entries per page of the log. */
export const AUDIT_PER_PAGE = 50;
/** Entries that one file takes at most; a narrower filter gets at the others. */
export const AUDIT_EXPORT_MAX = 10_000;

const day = z.iso.date('A day is written as 2026-11-21.');

/** What of the log is asked for. Days are of UTC and inclusive. */
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

/** One thing that an admin did. */
export const auditEntry = z
  .object({
    _id: z.number().int(),
    at: z.iso.datetime(),
    by: z
      .object({ _id: z.string(), name: z.string() })
      .nullable()
      .describe('null: whoever runs the machine'),
    action: z.string().describe('method and route of the call'),
    what: z.string().describe('the same in words'),
    subject: z.object({
      _id: z.string(),
      name: z.string().nullable().describe('as it is called now; null when it is gone or has none'),
    }),
    details: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditListResponse = z
  .object({
    entries: z.array(auditEntry),
    result: z.number().int().describe('how many there are on all pages'),
    page: z.number().int(),
    pages: z.number().int(),
    people: z
      .array(z.object({ _id: z.string(), name: z.string() }))
      .describe('who has entries, for the filter'),
    actions: z.array(z.object({ action: z.string(), what: z.string() })).describe('likewise'),
  })
  .meta({ id: 'AuditList' });

export const auditExportResponse = z
  .object({
    file: z.string().describe('a name to save it under'),
    csv: z.string().describe('RFC 4180: time, by, action, what, subject, details'),
  })
  .meta({ id: 'AuditExport' });
