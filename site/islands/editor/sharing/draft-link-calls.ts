import type { z } from 'zod';
import type {
  DraftLinkResponse,
  draftLinkDays,
  draftLinkListResponse,
  draftLinkMadeResponse,
} from '#contracts/preview.ts';
import { callApi } from '../../../client/api-client.ts';

export type DraftLink = DraftLinkResponse;
export type Days = (typeof draftLinkDays)[number];

const address = (id: string) => `/api/admin/articles/${encodeURIComponent(id)}/links`;

/** Returns the valid links to a draft. */
export const listDraftLinks = (
  id: string,
  signal: AbortSignal,
): Promise<z.infer<typeof draftLinkListResponse>> => callApi('GET', address(id), { signal });

export const shareDraft = (
  id: string,
  days: Days,
): Promise<z.infer<typeof draftLinkMadeResponse>> =>
  callApi('POST', address(id), { body: { days } });

/**
 * Revokes a link.
 * @returns the remaining links
 */
export const endDraftLink = (
  id: string,
  link: string,
): Promise<z.infer<typeof draftLinkListResponse>> =>
  callApi('DELETE', `${address(id)}/${encodeURIComponent(link)}`);
