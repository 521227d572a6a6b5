import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ArticleResponse } from '#contracts/article.ts';
import type { SignedIn } from './signed-in-as.ts';
import { pixelPng, uploadForm } from './upload-form.ts';

/** Calls the API as one person: `call('PUT /api/articles/x', { draft: true })`. */
export type Caller = (
  what: string,
  payload?: InjectOptions['payload'],
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

/** @param person whose cookies go along; nobody's for a guest */
export function callerOf(app: FastifyInstance, person?: Pick<SignedIn, 'headers'>): Caller {
  return (what, payload, headers = {}) => {
    const [method = 'GET', url = '/'] = what.split(' ', 2);
    return app.inject({
      method: method as 'GET',
      url,
      headers: { ...person?.headers, ...headers },
      ...(payload !== undefined && { payload }),
    });
  };
}

const covers = new WeakMap<Caller, { public_id: string }>();

/** Uploads an image for articles, once for each caller. @returns the `images` of an article */
export async function coverByApi(call: Caller): Promise<{ public_id: string }> {
  const known = covers.get(call);
  if (known) return known;
  const { body, headers } = uploadForm([{ bytes: pixelPng, name: 'cover.png' }]);
  const answer = await call('POST /api/upload?folder=articles', body, headers);
  if (answer.statusCode !== 201) throw new Error(`not uploaded: ${answer.body}`);
  const images = { public_id: answer.json().result.public_id };
  covers.set(call, images);
  return images;
}

/** What a published article needs besides an image, which `coverByApi` uploads. */
export const publishable = {
  title: 'A note on tests',
  subtitle: 'Sentences about behaviour',
  description: 'Why tests read like sentences.',
  markdown: 'A test is a sentence.\n',
  draft: false,
};

/** Stores an article by POST /api/articles; published, with an image, unless `fields` says otherwise. */
export async function createByApi(
  call: Caller,
  fields: Record<string, unknown> = {},
): Promise<ArticleResponse> {
  const images = fields.draft || fields.images ? undefined : await coverByApi(call);
  const answer = await call('POST /api/articles', { images, ...publishable, ...fields });
  if (answer.statusCode !== 201) throw new Error(`not created: ${answer.body}`);
  return answer.json().article;
}
