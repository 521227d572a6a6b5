import type { z } from 'zod';
import type { ArticleResponse } from '#contracts/article.ts';
import type {
  autosaveResponse,
  CopyResponse,
  RevisionFields,
  RevisionResponse,
  revisionListResponse,
} from '#contracts/revision.ts';
import { callApi } from '../../../client/api-client.ts';
import { type EditorForm, formFrom, type requestBody } from '../form.ts';

export type RevisionList = z.infer<typeof revisionListResponse>;
type Body = Omit<ReturnType<typeof requestBody>, 'draft'> & { restored?: boolean };

const address = (id: string) => `/api/admin/articles/${encodeURIComponent(id)}`;

/** Header with the editing session; repeated because importing the contract would add all of zod. */
export const editSessionHeader = (sitting: string) => ({ 'x-sitting': sitting });

/** Stores unsaved work: in the draft itself, or in a working copy of a published or scheduled article. */
export const autosave = (
  { _id, version }: ArticleResponse,
  body: Body,
  sitting: string,
): Promise<z.infer<typeof autosaveResponse>> =>
  callApi('PUT', `${address(_id)}/autosave`, {
    body,
    headers: { ...editSessionHeader(sitting), 'if-match': `"${version}"` },
  });

export const listCopies = async (id: string): Promise<CopyResponse[]> =>
  (await callApi<{ copies: CopyResponse[] }>('GET', `${address(id)}/copies`)).copies;

export const discardCopy = (id: string, sitting: string): Promise<unknown> =>
  callApi('DELETE', `${address(id)}/copies/${encodeURIComponent(sitting)}`, { timeout: 5000 });

export const listRevisions = (
  id: string,
  before: string | null,
  signal?: AbortSignal,
): Promise<RevisionList> => {
  const query = before === null ? '' : `?before=${encodeURIComponent(before)}`;
  return callApi('GET', `${address(id)}/revisions${query}`, signal ? { signal } : {});
};

export const readRevision = (
  id: string,
  revision: string,
  signal?: AbortSignal,
): Promise<RevisionResponse> =>
  callApi(
    'GET',
    `${address(id)}/revisions/${encodeURIComponent(revision)}`,
    signal ? { signal } : {},
  );

/** Returns the editor's fields of a revision or a working copy. */
export const formOf = (article: ArticleResponse, fields: RevisionFields): EditorForm => {
  const { images, newsletter = null, ...rest } = fields;
  const image = images && { ...images, secure_url: images.url, sources: [], preview: null };
  return { ...formFrom({ ...article, ...rest, images: image }), newsletter };
};
