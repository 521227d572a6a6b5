import type { z } from 'zod';
import type {
  ArticleResponse,
  articleChangeResponse,
  articleConflictResponse,
} from '#contracts/article.ts';
import type { ArticleTemplate } from '#contracts/content.ts';
import type { ConnectionResponse } from '#contracts/cross-post.ts';
import type { ArticleNewsletter } from '#contracts/newsletter.ts';
import type { pagePreviewRequest } from '#contracts/page-preview.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import type { requestBody } from './form.ts';
import { ofSitting } from './keeping/keeping-calls.ts';

export type SaveAnswer = z.infer<typeof articleChangeResponse>;
export type Connection = ConnectionResponse;
type Conflict = z.infer<typeof articleConflictResponse>;
type PageBody = z.input<typeof pagePreviewRequest>;
type Body = ReturnType<typeof requestBody>;

/** What the fields suggest while one types. */
export interface Taxonomy {
  categories: string[];
  tags: { tag: string; count: number }[];
  series: string[];
}

const address = (id: string) => `/api/articles/${encodeURIComponent(id)}`;

export const readArticle = (id: string): Promise<ArticleResponse> => callApi('GET', address(id));

export const readTaxonomy = (): Promise<Taxonomy> => callApi('GET', '/api/taxonomy');

/** Sent twice in one sitting, it makes one article. */
export const createArticle = (body: Body, sitting: string): Promise<SaveAnswer> =>
  callApi('POST', '/api/articles', { body, headers: ofSitting(sitting) });

/** Of the version the author started from; another one stored by now is a conflict. */
export const updateArticle = (
  { _id, version }: ArticleResponse,
  body: Body,
  sitting: string,
): Promise<SaveAnswer> => {
  const headers = { ...ofSitting(sitting), 'if-match': `"${version}"` };
  return callApi('PUT', address(_id), { body, headers });
};

/** Whether the article goes to the subscribers, and how many they are; null for a new article. */
/** Returns the article templates in CONTENT_DIR. */
export const readTemplates = async (): Promise<ArticleTemplate[]> =>
  (await callApi<{ templates: ArticleTemplate[] }>('GET', '/api/admin/templates')).templates;

export const readNewsletter = async (id: string | null): Promise<ArticleNewsletter> => {
  if (id !== null)
    return callApi('GET', `/api/admin/articles/${encodeURIComponent(id)}/newsletter`);
  const { subscribers } = await callApi<{ subscribers: number }>('GET', '/api/admin/newsletters');
  return { newsletter: null, subscribers };
};

/** Makes the page that an unsaved article would have. @returns where it can be read, for a while */
export const makePagePreview = async (body: PageBody): Promise<string> =>
  (await callApi<{ path: string }>('POST', '/api/preview/page', { body })).path;

/** Which services are connected. */
export const readConnections = async (): Promise<Connection[]> =>
  (await callApi<{ connections: Connection[] }>('GET', '/api/admin/connections')).connections;

/** The article as it is stored now, when the error says that somebody else changed it. */
export function conflictOf(error: unknown): ArticleResponse | null {
  if (!(error instanceof ApiError) || error.code !== 'EDIT_CONFLICT') return null;
  return (error.details as Partial<Conflict> | null)?.theirs ?? null;
}
