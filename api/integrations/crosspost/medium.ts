import { z } from 'zod';
import { targetNames } from '#contracts/cross-post.ts';
import type { Transport } from '../transport.ts';
import { type CrossPostClient, classifyResponse, fetchAccount, type Post } from './service.ts';

/** Medium uses the first three tags, up to this length. */
const TAGS_MAX = 3;
const TAG_MAX = 25;

const name = targetNames.medium;
const meResponse = z
  .object({
    data: z.object({
      id: z.string().min(1).max(200),
      name: z.string().max(300).nullish(),
      username: z.string().max(300).nullish(),
    }),
  })
  .transform(({ data }) => ({ id: data.id, name: data.name || data.username || data.id }));
const postResponse = z.object({
  data: z.object({ id: z.string().min(1).max(200), url: z.url({ protocol: /^https?$/ }) }),
});

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** Creates the client of Medium for integration tokens; posts cannot be found or changed. */
export function createMedium(call: Transport): CrossPostClient {
  return {
    target: 'medium',
    whoAmI: (secret) =>
      fetchAccount(call, name, { path: '/v1/me', headers: bearer(secret), shape: meResponse }),
    async post({ id, secret }, post) {
      const response = await call({
        method: 'POST',
        path: `/v1/users/${encodeURIComponent(id)}/posts`,
        headers: bearer(secret),
        body: createMediumBody(post),
      });
      const posted = response.kind === 'responded' && response.status === 201;
      const parsed = posted ? postResponse.safeParse(response.body) : null;
      if (parsed?.success) return { status: 'sent', ...parsed.data.data };
      return classifyResponse(response, name);
    },
    changeable: null,
  };
}

function createMediumBody({ title, markdown, canonicalUrl, tags }: Post) {
  return {
    title,
    contentFormat: 'markdown',
    // Medium does not show the title above the text.
    content: `# ${title}\n\n${markdown}`,
    canonicalUrl,
    tags: tags.filter((tag) => tag.length <= TAG_MAX).slice(0, TAGS_MAX),
    publishStatus: 'public',
  };
}
