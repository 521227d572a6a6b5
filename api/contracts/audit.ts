import { z } from 'zod';
import { pageInfo, pageQuery } from './fields.ts';

/** Labels of the actions of admins by method and route. Calls without a label are shown as method and route. */
export const auditLabels: Record<string, string> = {
  'POST /api/articles': 'Wrote an article',
  'PUT /api/articles/:id': 'Changed an article',
  'DELETE /api/articles/:id': 'Moved an article to the bin',
  'POST /api/articles/:id/restore': 'Restored an article',
  'POST /api/admin/articles/:id/links': 'Created a draft link',
  'DELETE /api/admin/articles/:id/links/:link': 'Revoked a draft link',
  'POST /api/products': 'Added a product',
  'PUT /api/products/:id': 'Changed a product',
  'DELETE /api/products/:id': 'Deleted or retired a product',
  'POST /api/admin/product-uploads': 'Uploaded a product file',
  'DELETE /api/admin/product-uploads/:id': 'Removed an uploaded product file',
  'POST /api/category': 'Added a category',
  'PUT /api/category/:id': 'Renamed a category',
  'DELETE /api/category/:id': 'Deleted a category',
  'POST /api/admin/discounts': 'Created a discount code',
  'PUT /api/admin/discounts/:id': 'Changed a discount code',
  'POST /api/admin/discounts/:id/end': 'Ended a discount code',
  'POST /api/payment/:id/refunds': 'Refunded an order',
  'POST /api/payment/unmatched/:paymentID/dismiss': 'Dismissed an unmatched payment',
  'GET /api/payment/export': 'Exported the orders',
  'GET /api/admin/sales/export': 'Exported the sales',
  'POST /api/admin/backups': 'Started a backup',
  'POST /api/jobs/:id/retry': 'Retried publishing',
  'POST /api/jobs/:id/cancel': 'Cancelled publishing or dismissed a failure',
  'PUT /api/admin/messages/:id': 'Marked a message',
  'DELETE /api/admin/messages/:id': 'Deleted a message',
  'POST /api/admin/emails/:id/retry': 'Resent an email',
  'POST /api/admin/emails/:id/cancel': 'Cancelled an email',
  'POST /api/admin/newsletters/:id/cancel': 'Cancelled a newsletter',
  'DELETE /api/admin/subscribers/:id': 'Deleted a subscriber',
  'GET /api/admin/subscribers/export': 'Exported the subscribers',
  'PUT /api/admin/second-factor': 'Changed the second-factor policy',
  'PUT /api/admin/settings': 'Changed settings',
  'POST /api/admin/users': 'Invited a user',
  'PUT /api/admin/users/:id': 'Changed an account',
  'POST /api/admin/users/:id/invitation': 'Sent an invitation again',
  'DELETE /api/user/:id': 'Deleted an account',
  'POST /api/upload': 'Uploaded an image',
  'POST /api/destroy': 'Removed an image',
  'POST /api/destory': 'Removed an image',
  'PUT /api/admin/uploads/:id': 'Edited alt text',
  'DELETE /api/admin/uploads/unused': 'Deleted unused images',
  'POST /api/admin/comments/decide': 'Moderated comments',
  'POST /api/admin/reviews/decide': 'Moderated game reviews',
  'PUT /api/admin/connections/:target': 'Connected a service',
  'POST /api/admin/connections/linkedin': 'Started connecting LinkedIn',
  'POST /api/admin/connections/linkedin/finish': 'Connected LinkedIn',
  'POST /api/admin/connections/:target/test': 'Tested a connection',
  'DELETE /api/admin/connections/:target': 'Disconnected a service',
  'POST /api/admin/cross-posts/:id/retry': 'Retried a cross-post',
  'POST /api/admin/cross-posts/:id/cancel': 'Cancelled a cross-post',
  'POST /api/admin/cross-posts/:id/link': 'Recorded the URL of a cross-post',
  'POST /api/admin/imports': 'Uploaded an import file',
  'POST /api/admin/imports/:id/start': 'Imported a file',
  'DELETE /api/admin/imports/:id': 'Discarded an import file',
  'POST /api/admin/exports': 'Created a site export',
  'GET /api/admin/exports/:id/file': 'Downloaded a site export',
  'make admin': 'Made a user an admin (command)',
};

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
export const auditListQuery = z.strictObject({ ...auditFilter, ...pageQuery(AUDIT_PER_PAGE) });
export type AuditListQuery = z.infer<typeof auditListQuery>;

/** One action of an admin. */
export const auditEntry = z
  .object({
    _id: z.int(),
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
    ...pageInfo,
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

/** Returns the kind of an action's subject, whose table contains its name. */
export function subjectOf(action: string): 'user' | 'article' | null {
  if (/ \/api\/(admin\/users|user)\b/.test(action) || action === 'make admin') return 'user';
  return / \/api\/(admin\/)?articles\b/.test(action) ? 'article' : null;
}
