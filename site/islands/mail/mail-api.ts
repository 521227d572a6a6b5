import type { z } from 'zod';
import type {
  FolderMailResponse,
  MailFilter,
  MailResponse,
  mailChangeResponse,
  mailFolderResponse,
  mailListResponse,
  NewsletterResponse,
  newsletterChangeResponse,
  newsletterListResponse,
} from '#contracts/mail.ts';
import { callApi, openApi } from '../../client/api-client.ts';

export type Mail = MailResponse;
type MailList = z.infer<typeof mailListResponse>;
export type MailFolder = z.infer<typeof mailFolderResponse>;
export type FolderMail = FolderMailResponse;
export type { MailFilter };

export type Newsletter = NewsletterResponse;
type NewsletterList = z.infer<typeof newsletterListResponse>;
type Changed = z.infer<typeof mailChangeResponse>;

export function listMails(
  { show, newsletter, page }: { show: MailFilter; newsletter: string; page: number },
  signal: AbortSignal,
): Promise<MailList> {
  const search = new URLSearchParams({ show, page: String(page) });
  if (newsletter !== '') search.set('newsletter', newsletter);
  return callApi('GET', `/api/admin/mails?${search}`, { signal });
}

const mailPath = (id: string) => `/api/admin/mails/${encodeURIComponent(id)}`;

export const retryMail = (id: string): Promise<Changed> => callApi('POST', `${mailPath(id)}/retry`);
export const cancelMail = (id: string): Promise<Changed> =>
  callApi('POST', `${mailPath(id)}/cancel`);

export const listNewsletters = (signal: AbortSignal): Promise<NewsletterList> =>
  callApi('GET', '/api/admin/newsletters', { signal });

export const stopNewsletter = (id: string): Promise<z.infer<typeof newsletterChangeResponse>> =>
  callApi('POST', `/api/admin/newsletters/${encodeURIComponent(id)}/stop`);

export function listFolder(page: number, signal: AbortSignal): Promise<MailFolder> {
  return callApi('GET', `/api/admin/mail-folder?page=${page}`, { signal });
}

/** Returns the path of one message of the mail folder. */
export const folderMailPath = (file: string): string =>
  `/api/admin/mail-folder/${encodeURIComponent(file)}`;

export const readFolderMail = (file: string, signal?: AbortSignal): Promise<FolderMail> =>
  callApi('GET', folderMailPath(file), signal ? { signal } : {});

/** Downloads the source of one message. */
export async function readFolderSource(file: string): Promise<Blob> {
  return (await openApi('GET', `${folderMailPath(file)}/source`)).blob();
}
