import { z } from 'zod';
import { targetNames } from '#contracts/cross-post.ts';
import type { CrossPostClient, Post } from './client.ts';
import { askWhoIAm } from './identity.ts';
import { judge } from './judgement.ts';
import type { Transport } from './transport.ts';

/** Medium reads the first three tags, and none that is longer. */
const TAGS_MAX = 3;
const TAG_MAX = 25;

const name = targetNames.medium;
const meAnswer = z
  .object({
    data: z.object({
      id: z.string().min(1).max(200),
      name: z.string().max(300).nullish(),
      username: z.string().max(300).nullish(),
    }),
  })
  .transform(({ data }) => ({ id: data.id, name: data.name || data.username || data.id }));
const postedAnswer = z.object({
  data: z.object({ id: z.string().min(1).max(200), url: z.url({ protocol: /^https?$/ }) }),
});

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** Medium, for who still has a token of its own. What is posted there cannot be found or changed. */
export function createMedium(call: Transport): CrossPostClient {
  return {
    target: 'medium',
    whoAmI: (secret) =>
      askWhoIAm(call, name, { path: '/v1/me', headers: bearer(secret), shape: meAnswer }),
    async post({ id, secret }, post) {
      const answer = await call({
        method: 'POST',
        path: `/v1/users/${encodeURIComponent(id)}/posts`,
        headers: bearer(secret),
        body: bodyOf(post),
      });
      const posted = answer.kind === 'answered' && answer.status === 201;
      const parsed = posted ? postedAnswer.safeParse(answer.body) : null;
      if (parsed?.success) return { end: 'sent', ...parsed.data.data };
      return judge(answer, name);
    },
    changeable: null,
  };
}

function bodyOf({ title, markdown, canonicalUrl, tags }: Post) {
  return {
    title,
    contentFormat: 'markdown',
    // The title is not shown with the text: it has to be repeated.
    content: `# ${title}\n\n${markdown}`,
    canonicalUrl,
    tags: tags.filter((tag) => tag.length <= TAG_MAX).slice(0, TAGS_MAX),
    publishStatus: 'public',
  };
}
