import { z } from 'zod';
import { targetNames } from '#contracts/cross-post.ts';
import type { Account, Addresses, CrossPostClient, Outcome, Post, Search } from './client.ts';
import { askWhoIAm } from './identity.ts';
import { judge } from './judgement.ts';
import { retryAfterOf, type Transport } from './transport.ts';

/** dev.to takes four tags of letters and digits. */
const TAGS_MAX = 4;
/** Articles of a page when looking through all of ours, and pages that are looked through. */
const PER_PAGE = 1000;
const PAGES_MAX = 20;

const name = targetNames.dev;
const meAnswer = z
  .object({
    id: z.union([z.int(), z.string().min(1).max(100)]),
    name: z.string().max(300).nullish(),
    username: z.string().max(300),
  })
  .transform((me) => ({ id: String(me.id), name: me.name || me.username }));
const article = z.object({
  id: z.int(),
  url: z.url({ protocol: /^https?$/ }),
  published: z.boolean().nullish(),
});
type Article = z.infer<typeof article>;
const ownArticles = z.array(article.extend({ canonical_url: z.string().nullish() }));

/** dev.to, or another Forem (API v1). What is posted there can be found by its canonical address. */
export function createDevTo(call: Transport): CrossPostClient {
  const headersOf = (secret: string) => ({
    'api-key': secret,
    accept: 'application/vnd.forem.api-v1+json',
  });

  /** Reads our own articles until one fits. */
  async function search(
    { secret }: Account,
    fits: (one: z.infer<typeof ownArticles>[number]) => boolean,
  ): Promise<{ end: 'found'; article: Article } | Exclude<Search, { end: 'found' }>> {
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const answer = await call({
        method: 'GET',
        path: `/api/articles/me/all?page=${page}&per_page=${PER_PAGE}`,
        headers: headersOf(secret),
      });
      if (answer.kind !== 'answered') {
        return { end: 'away', reason: answer.reason, retryAfter: null };
      }
      const parsed = answer.status === 200 ? ownArticles.safeParse(answer.body) : null;
      if (!parsed?.success) {
        const refused = answer.status === 401 && { refused: true as const };
        const reason = refused
          ? `${name} does not accept the key any more. Please connect it again.`
          : `${name} does not answer as it should (${answer.status}).`;
        return { end: 'away', reason, retryAfter: retryAfterOf(answer), ...refused };
      }
      const found = parsed.data.find(fits);
      if (found) return { end: 'found', article: found };
      if (parsed.data.length < PER_PAGE) break;
    }
    return { end: 'missing' };
  }

  async function find(account: Account, { canonicalUrl, formerUrls }: Addresses): Promise<Search> {
    const addresses: unknown[] = [canonicalUrl, ...formerUrls];
    const found = await search(account, (one) => addresses.includes(one.canonical_url));
    if (found.end !== 'found') return found;
    return { end: 'found', id: String(found.article.id), url: found.article.url };
  }

  async function put({ secret }: Account, id: string, post: Post) {
    return call({
      method: 'PUT',
      path: `/api/articles/${encodeURIComponent(id)}`,
      headers: headersOf(secret),
      body: bodyOf(post),
    });
  }

  /** What was to be public may have become a draft: it is read again, and asked for once more. */
  async function settleDraft(account: Account, made: Article, post: Post): Promise<Outcome> {
    const id = String(made.id);
    if (made.published === true) return { end: 'sent', id, url: made.url };
    const again = await search(account, (one) => one.id === made.id);
    // Where it cannot be read, what was answered first counts: it is there, and an update follows.
    if (again.end !== 'found') return { end: 'sent', id, url: made.url, behind: true };
    if (again.article.published !== false) return { end: 'sent', id, url: again.article.url };
    const answer = await put(account, id, post);
    const parsed =
      answer.kind === 'answered' && answer.status === 200 ? article.safeParse(answer.body) : null;
    if (!parsed?.success) return { end: 'sent', id, url: again.article.url, behind: true };
    if (parsed.data.published === false) return draft;
    return { end: 'sent', id, url: parsed.data.url };
  }

  return {
    target: 'dev',
    whoAmI: (secret) =>
      askWhoIAm(call, name, {
        path: '/api/users/me',
        headers: headersOf(secret),
        shape: meAnswer,
      }),
    async post(account, post) {
      const answer = await call({
        method: 'POST',
        path: '/api/articles',
        headers: headersOf(account.secret),
        body: bodyOf(post),
      });
      if (answer.kind === 'answered' && answer.status === 201) {
        const made = article.safeParse(answer.body);
        if (made.success) return settleDraft(account, made.data, post);
      }
      if (answer.kind === 'answered' && answer.status === 422) {
        // One reason is that the address is there already: then it is ours, or somebody else's.
        const present = await find(account, post);
        if (present.end === 'found') {
          return { end: 'sent', id: present.id, url: present.url, behind: true };
        }
        if (present.end === 'away') return { end: 'unknown', reason: present.reason };
      }
      return judge(answer, name);
    },
    changeable: {
      find,
      async update(account, id, post) {
        const answer = await put(account, id, post);
        if (answer.kind === 'answered' && answer.status === 200) {
          const changed = article.safeParse(answer.body);
          if (changed.success && changed.data.published === false) return draft;
          if (changed.success) return { end: 'sent', id, url: changed.data.url };
        }
        return judge(answer, name);
      },
    },
  };
}

const draft: Outcome = {
  end: 'failed',
  reason: `${name} keeps it as a draft. Publish it there, in your dashboard.`,
  mayRetry: false,
  retryAfter: null,
};

function bodyOf(post: Post) {
  const { title, markdown, description, series, canonicalUrl, image } = post;
  const tags = post.tags.map((tag) => tag.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return {
    article: {
      title,
      body_markdown: markdown,
      published: true,
      tags: [...new Set(tags.filter((tag) => tag !== ''))].slice(0, TAGS_MAX),
      canonical_url: canonicalUrl,
      description,
      ...(series !== null && { series }),
      ...(image !== null && { main_image: image }),
    },
  };
}
