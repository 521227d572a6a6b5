import type { z } from 'zod';
import type {
  ArticleCheckResult,
  articleCheckRequest,
  outsideCheckResponse,
} from '#contracts/article-check.ts';
import { callApi } from '../../../client/api-client.ts';

export type CheckBody = z.input<typeof articleCheckRequest>;
export type OutsideResult = z.infer<typeof outsideCheckResponse>;

/** Checks an article as it is in the editor. */
export const checkArticle = (body: CheckBody, signal: AbortSignal): Promise<ArticleCheckResult> =>
  callApi('POST', '/api/admin/articles/checks', { body, signal });

/** Checks whether external URLs respond. */
export const checkOutside = (urls: string[], signal: AbortSignal): Promise<OutsideResult> =>
  callApi('POST', '/api/admin/articles/checks/links', { body: { urls }, signal });
