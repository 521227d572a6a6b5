/** What an admin did, in words, by method and route. A call without a row is shown as it is. */
export const auditWords: Record<string, string> = {
  'POST /api/articles': 'Wrote an article',
  'PUT /api/articles/:id': 'Changed an article',
  'DELETE /api/articles/:id': 'Moved an article to the bin',
  'POST /api/articles/:id/restore': 'Took an article out of the bin',
  'POST /api/jobs/:id/retry': 'Tried a publishing again',
  'POST /api/jobs/:id/cancel': 'Called off a publishing, or put its failure aside',
  'PUT /api/admin/messages/:id': 'Marked a message',
  'DELETE /api/admin/messages/:id': 'Deleted a message',
  'POST /api/admin/mails/:id/retry': 'Sent a mail again',
  'POST /api/admin/mails/:id/cancel': 'Took a mail out of the queue',
  'POST /api/admin/newsletters/:id/stop': 'Stopped a newsletter',
  'DELETE /api/admin/subscribers/:id': 'Deleted a subscriber',
  'GET /api/admin/subscribers/export': 'Exported the subscribers',
  'PUT /api/admin/second-factor': 'Changed the rule of second factors',
  'PUT /api/admin/settings': 'Changed settings',
  'POST /api/admin/users': 'Invited somebody',
  'PUT /api/admin/users/:id': 'Changed an account',
  'POST /api/admin/users/:id/invitation': 'Sent an invitation again',
  'DELETE /api/user/:id': 'Deleted an account',
  'POST /api/upload': 'Uploaded a picture',
  'POST /api/destroy': 'Removed a picture',
  'POST /api/destory': 'Removed a picture',
  'PUT /api/admin/uploads/:id': 'Said what a picture shows',
  'DELETE /api/admin/uploads/unused': 'Deleted the unused pictures',
  'POST /api/admin/comments/decide': 'Decided about responses',
  'PUT /api/admin/connections/:target': 'Connected a service',
  'POST /api/admin/connections/linkedin': 'Began to connect LinkedIn',
  'POST /api/admin/connections/linkedin/finish': 'Connected LinkedIn',
  'POST /api/admin/connections/:target/test': 'Tested a connection',
  'DELETE /api/admin/connections/:target': 'Disconnected a service',
  'POST /api/admin/cross-posts/:id/retry': 'Posted an article elsewhere again',
  'POST /api/admin/cross-posts/:id/cancel': 'Called off a cross-post',
  'POST /api/admin/cross-posts/:id/link': 'Noted the link of a cross-post',
  'POST /api/admin/imports': 'Brought a file to import',
  'POST /api/admin/imports/:id/start': 'Imported a file',
  'DELETE /api/admin/imports/:id': 'Left a file alone that was to be imported',
  'POST /api/admin/exports': 'Packed everything into an archive',
  'GET /api/admin/exports/:id/file': 'Downloaded an archive of everything',
  'make admin': 'Made an admin by command',
};

/** Which table names the subject of an action. */
export function subjectOf(action: string): 'user' | 'article' | null {
  if (/ \/api\/(admin\/users|user)\b/.test(action) || action === 'make admin') return 'user';
  return / \/api\/(admin\/)?articles\b/.test(action) ? 'article' : null;
}
