import type { z } from 'zod';
import type {
  EmailFilter,
  EmailResponse,
  emailListResponse,
  emailUpdateResponse,
  FolderEmailResponse,
  mailFolderResponse,
  NewsletterResponse,
  newsletterChangeResponse,
  newsletterListResponse,
} from '#contracts/mail.ts';
import { callApi, openApi } from '../../client/api-client.ts';

export type Email = EmailResponse;
type EmailList = z.infer<typeof emailListResponse>;
export type MailFolder = z.infer<typeof mailFolderResponse>;
export type FolderEmail = FolderEmailResponse;
export type { EmailFilter };

export type Newsletter = NewsletterResponse;
type NewsletterList = z.infer<typeof newsletterListResponse>;
type Changed = z.infer<typeof emailUpdateResponse>;

export function listEmails(
  { show, newsletter, page }: { show: EmailFilter; newsletter: string; page: number },
  signal: AbortSignal,
): Promise<EmailList> {
  const search = new URLSearchParams({ show, page: String(page) });
  if (newsletter !== '') search.set('newsletter', newsletter);
  return callApi('GET', `/api/admin/emails?${search}`, { signal });
}

const emailPath = (id: string) => `/api/admin/emails/${encodeURIComponent(id)}`;

export const retryEmail = (id: string): Promise<Changed> =>
  callApi('POST', `${emailPath(id)}/retry`);
export const cancelEmail = (id: string): Promise<Changed> =>
  callApi('POST', `${emailPath(id)}/cancel`);

export const listNewsletters = (signal: AbortSignal): Promise<NewsletterList> =>
  callApi('GET', '/api/admin/newsletters', { signal });

export const cancelNewsletter = (id: string): Promise<z.infer<typeof newsletterChangeResponse>> =>
  callApi('POST', `/api/admin/newsletters/${encodeURIComponent(id)}/cancel`);

export function listFolder(page: number, signal: AbortSignal): Promise<MailFolder> {
  return callApi('GET', `/api/admin/mail-folder?page=${page}`, { signal });
}

/** Returns the path of one message of the mail folder. */
export const folderEmailPath = (file: string): string =>
  `/api/admin/mail-folder/${encodeURIComponent(file)}`;

export const readFolderEmail = (file: string, signal?: AbortSignal): Promise<FolderEmail> =>
  callApi('GET', folderEmailPath(file), signal ? { signal } : {});

/** Downloads the source of one message. */
export async function readFolderSource(file: string): Promise<Blob> {
  return (await openApi('GET', `${folderEmailPath(file)}/source`)).blob();
}
