import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ArticleResponse } from '#contracts/article.ts';
import type { SignedIn } from './signed-in-as.ts';
import { pixelPng, uploadForm } from './upload-form.ts';

/** Calls the API as one user: `call('PUT /api/articles/x', { draft: true })`. */
export type Caller = (
  methodAndUrl: string,
  payload?: InjectOptions['payload'],
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

/** Creates a function that calls the API with the cookies of `person`, or as a guest without one. */
export function callerOf(app: FastifyInstance, person?: Pick<SignedIn, 'headers'>): Caller {
  return (methodAndUrl, payload, headers = {}) => {
    const [method = 'GET', url = '/'] = methodAndUrl.split(' ', 2);
    return app.inject({
      method: method as 'GET',
      url,
      headers: { ...person?.headers, ...headers },
      ...(payload !== undefined && { payload }),
    });
  };
}

const coverCache = new WeakMap<Caller, { public_id: string }>();

/** Uploads an image for articles, once for each caller. @returns the `images` of an article */
export async function coverByApi(call: Caller): Promise<{ public_id: string }> {
  const cached = coverCache.get(call);
  if (cached) return cached;
  const { body, headers } = uploadForm([{ bytes: pixelPng, name: 'cover.png' }]);
  const response = await call('POST /api/upload?folder=articles', body, headers);
  if (response.statusCode !== 201) throw new Error(`not uploaded: ${response.body}`);
  const images = { public_id: response.json().result.public_id };
  coverCache.set(call, images);
  return images;
}

/** Fields that a published article requires, except the image, which `coverByApi` uploads. */
export const publishable = {
  title: 'A note on tests',
  subtitle: 'Sentences about behaviour',
  description: 'Why tests read like sentences.',
  markdown: 'A test is a sentence.\n',
  draft: false,
};

/** Creates an article by POST /api/articles: published and with an image, unless `fields` overrides it. */
export async function createByApi(
  call: Caller,
  fields: Record<string, unknown> = {},
): Promise<ArticleResponse> {
  const images = fields.draft || fields.images ? undefined : await coverByApi(call);
  const response = await call('POST /api/articles', { images, ...publishable, ...fields });
  if (response.statusCode !== 201) throw new Error(`not created: ${response.body}`);
  return response.json().article;
}
