import type { z } from 'zod';
import type { ArticleResponse, articleChangeResponse } from '#contracts/article.ts';
import type { ArticleTemplate } from '#contracts/content.ts';
import type { ConnectionResponse } from '#contracts/cross-post.ts';
import type { pagePreviewRequest } from '#contracts/draft.ts';
import type { ArticleNewsletter } from '#contracts/mail.ts';
import type {
  autosaveResponse,
  EDIT_SESSION_HEADER,
  RevisionFields,
  RevisionResponse,
  revisionListResponse,
  WorkingCopyResponse,
} from '#contracts/revision.ts';
import { callApi } from '../../client/api-client.ts';
import { type articleBody, type EditorForm, formFrom } from './form.ts';

export type RevisionList = z.infer<typeof revisionListResponse>;

type ArticleBody = ReturnType<typeof articleBody>;
type AutosaveBody = Omit<ArticleBody, 'draft'> & { restored?: boolean };
type SaveResponse = z.infer<typeof articleChangeResponse>;

const articlePath = (id: string) => `/api/articles/${encodeURIComponent(id)}`;
const adminArticlePath = (id: string) => `/api/admin/articles/${encodeURIComponent(id)}`;

/** Header with the editing session. Importing its name would add all of zod; its type makes both equal. */
const editSessionHeader = (editSessionId: string): Record<typeof EDIT_SESSION_HEADER, string> => ({
  'x-edit-session': editSessionId,
});

/** Creates an article. The editing session identifies retries, which do not create a second one. */
export const createArticle = (body: ArticleBody, editSessionId: string): Promise<SaveResponse> =>
  callApi('POST', '/api/articles', { body, headers: editSessionHeader(editSessionId) });

/** Updates an article. The API refuses it as a conflict if the stored version is newer than this one. */
export const updateArticle = (
  { _id, version }: ArticleResponse,
  body: ArticleBody,
  editSessionId: string,
): Promise<SaveResponse> => {
  const headers = { ...editSessionHeader(editSessionId), 'if-match': `"${version}"` };
  return callApi('PUT', articlePath(_id), { body, headers });
};

/** Stores unsaved work: in the draft itself, or in a working copy of a published or scheduled article. */
export const autosave = (
  { _id, version }: ArticleResponse,
  body: AutosaveBody,
  editSessionId: string,
): Promise<z.infer<typeof autosaveResponse>> =>
  callApi('PUT', `${adminArticlePath(_id)}/autosave`, {
    body,
    headers: { ...editSessionHeader(editSessionId), 'if-match': `"${version}"` },
  });

export const listWorkingCopies = async (id: string): Promise<WorkingCopyResponse[]> =>
  (await callApi<{ copies: WorkingCopyResponse[] }>('GET', `${adminArticlePath(id)}/copies`))
    .copies;

export const discardWorkingCopy = (id: string, editSessionId: string): Promise<unknown> =>
  callApi('DELETE', `${adminArticlePath(id)}/copies/${encodeURIComponent(editSessionId)}`, {
    timeout: 5000,
  });

export const listRevisions = (
  id: string,
  before: string | null,
  signal?: AbortSignal,
): Promise<RevisionList> => {
  const query = before === null ? '' : `?before=${encodeURIComponent(before)}`;
  return callApi('GET', `${adminArticlePath(id)}/revisions${query}`, signal ? { signal } : {});
};

export const readRevision = (
  id: string,
  revision: string,
  signal?: AbortSignal,
): Promise<RevisionResponse> =>
  callApi(
    'GET',
    `${adminArticlePath(id)}/revisions/${encodeURIComponent(revision)}`,
    signal ? { signal } : {},
  );

/** Returns the editor's fields of a revision or a working copy. */
export const editorFormOf = (article: ArticleResponse, fields: RevisionFields): EditorForm => {
  const { images, newsletter: sends, ...rest } = fields;
  const newsletter = sends === undefined ? 'unchanged' : sends ? 'send' : 'skip';
  const image = images && { ...images, secure_url: images.url, sources: [], preview: null };
  return { ...formFrom({ ...article, ...rest, images: image }), newsletter };
};

type Connection = ConnectionResponse;
type PageBody = z.input<typeof pagePreviewRequest>;

/** Suggestions of the fields. */
export interface Taxonomy {
  categories: string[];
  tags: { tag: string; count: number }[];
  series: string[];
}

export const readArticle = (id: string): Promise<ArticleResponse> =>
  callApi('GET', articlePath(id));

export const readTaxonomy = (): Promise<Taxonomy> => callApi('GET', '/api/taxonomy');

/** Returns the article templates in CONTENT_DIR. */
export const readTemplates = async (): Promise<ArticleTemplate[]> =>
  (await callApi<{ templates: ArticleTemplate[] }>('GET', '/api/admin/templates')).templates;

/** Newsletter choice and number of subscribers; null for a new article. */
export const readNewsletter = async (
  id: string | null,
  signal: AbortSignal,
): Promise<ArticleNewsletter> => {
  if (id !== null)
    return callApi('GET', `/api/admin/articles/${encodeURIComponent(id)}/newsletter`, { signal });
  const { subscribers } = await callApi<{ subscribers: number }>('GET', '/api/admin/newsletters', {
    signal,
  });
  return { newsletter: null, subscribers };
};

/**
 * Creates a preview page of an unsaved article.
 * @returns its temporary URL
 */
export const makePagePreview = async (body: PageBody): Promise<string> =>
  (await callApi<{ path: string }>('POST', '/api/preview/page', { body })).path;

/** Returns the connected services. */
export const readConnections = async (signal: AbortSignal): Promise<Connection[]> =>
  (await callApi<{ connections: Connection[] }>('GET', '/api/admin/connections', { signal }))
    .connections;
