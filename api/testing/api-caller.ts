import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ArticleResponse } from '#contracts/article.ts';
import type { SignedIn } from './signed-in-as.ts';

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

/** What a published article needs, beside what a test is about. */
export const publishable = {
  title: 'A note on tests',
  subtitle: 'Sentences about behaviour',
  description: 'Why tests read like sentences.',
  markdown: 'A test is a sentence.\n',
  draft: false,
};

/** Stores an article by POST /api/articles; published unless `fields` says otherwise. */
export async function createByApi(
  call: Caller,
  fields: Record<string, unknown> = {},
): Promise<ArticleResponse> {
  const answer = await call('POST /api/articles', { ...publishable, ...fields });
  if (answer.statusCode !== 201) throw new Error(`not created: ${answer.body}`);
  return answer.json().article;
}
