import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  articleNewsletterResponse,
  emailListQuery,
  emailListResponse,
  emailUpdateResponse,
  folderEmailResponse,
  mailFolderQuery,
  mailFolderResponse,
  newsletterChangeResponse,
  newsletterListResponse,
} from '#contracts/mail.ts';
import {
  subscriberExportResponse,
  subscriberListQuery,
  subscriberListResponse,
} from '#contracts/subscriber.ts';
import type { AppContext } from '../../context.ts';
import { cancelEmail, readEmails, retryEmail } from '../../services/mail/email-queue.ts';
import {
  emailFileName,
  readFolderEmail,
  readFolderEmailHtml,
  readFolderFile,
  readMailFolder,
} from '../../services/mail/eml-folder.ts';
import {
  cancelNewsletter,
  readArticleNewsletter,
  readNewsletters,
} from '../../services/mail/newsletters.ts';
import {
  exportSubscribers,
  getSubscriberPage,
  removeSubscriber,
} from '../../services/subscribers/subscribers.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });

const fileParams = z.strictObject({ file: z.string().regex(emailFileName, 'Email not found.') });

/** CSP for the HTML of an email in a frame: no scripts, resources or navigation. */
const emailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'; sandbox";

/** Routes of queued and sent emails, the mail folder, newsletters and subscribers. */
export const adminMailRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  // Asking for a newsletter is a field of the article.
  app.get(
    '/api/admin/newsletters',
    { schema: { response: { 200: newsletterListResponse } } },
    async () => readNewsletters(context),
  );

  app.get(
    '/api/admin/articles/:id/newsletter',
    { schema: { params, response: { 200: articleNewsletterResponse } } },
    async (request) => readArticleNewsletter(context, request.params.id),
  );

  app.post(
    '/api/admin/newsletters/:id/cancel',
    { schema: { params, response: { 200: newsletterChangeResponse } } },
    async (request) => ({
      msg: 'The newsletter was stopped; remaining emails will not be sent.',
      newsletter: await cancelNewsletter(context, request.params.id),
    }),
  );

  app.get(
    '/api/admin/emails',
    { schema: { querystring: emailListQuery, response: { 200: emailListResponse } } },
    async (request) => readEmails(context, request.query),
  );

  const change = { params, response: { 200: emailUpdateResponse } };
  app.post('/api/admin/emails/:id/retry', { schema: change }, async (request) => ({
    msg: 'The email will be sent again.',
    email: await retryEmail(context, request.params.id),
  }));
  app.post('/api/admin/emails/:id/cancel', { schema: change }, async (request) => ({
    msg: 'Cancelled. This email will not be sent.',
    email: await cancelEmail(context, request.params.id),
  }));

  // Emails contain password reset links, which an unattended device must not show.
  const config = { requiresRecentAuth: true };
  app.get(
    '/api/admin/mail-folder',
    { schema: { querystring: mailFolderQuery, response: { 200: mailFolderResponse } }, config },
    async (request) => readMailFolder(context, request.query),
  );
  app.get(
    '/api/admin/mail-folder/:file',
    { schema: { params: fileParams, response: { 200: folderEmailResponse } }, config },
    async (request) => readFolderEmail(context, request.params.file),
  );
  app.get(
    '/api/admin/mail-folder/:file/html',
    { schema: { params: fileParams, hide: true }, config },
    async (request, reply) => {
      const html = await readFolderEmailHtml(context, request.params.file);
      reply.type('text/html; charset=utf-8');
      reply.header('content-security-policy', emailPolicy).header('x-frame-options', 'SAMEORIGIN');
      return html;
    },
  );
  app.get(
    '/api/admin/mail-folder/:file/source',
    { schema: { params: fileParams, hide: true }, config },
    async (request, reply) => {
      const { file } = request.params;
      const source = await readFolderFile(context, file);
      reply.type('message/rfc822');
      reply.header('content-disposition', `attachment; filename="${file}"`);
      return source;
    },
  );

  app.get(
    '/api/admin/subscribers',
    { schema: { querystring: subscriberListQuery, response: { 200: subscriberListResponse } } },
    async (request) => getSubscriberPage(context, request.query),
  );

  app.get(
    '/api/admin/subscribers/export',
    {
      schema: { response: { 200: subscriberExportResponse } },
      // The file contains all addresses, which an unattended device must not export.
      config: { audited: true, requiresRecentAuth: true },
    },
    async () => exportSubscribers(context),
  );

  app.delete(
    '/api/admin/subscribers/:id',
    { schema: { params, response: { 200: z.object({ msg: z.string() }) } } },
    async (request) => {
      await removeSubscriber(context, request.params.id);
      return { msg: 'Deleted.' };
    },
  );
};
