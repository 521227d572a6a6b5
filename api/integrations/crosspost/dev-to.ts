import { z } from 'zod';
import { targetNames } from '#contracts/cross-post.ts';
import { getRetryAfter, type Transport } from '../transport.ts';
import {
  type Account,
  type CrossPostClient,
  classifyResponse,
  fetchAccount,
  type Outcome,
  type Post,
  type PostUrls,
  type Search,
} from './service.ts';

/** Maximum tags at dev.to, of letters and digits. */
const TAGS_MAX = 4;
/** Articles per page and maximum pages when searching the own articles. */
const PER_PAGE = 1000;
const PAGES_MAX = 20;

const name = targetNames.dev;
const meResponse = z
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

/** Creates the client of dev.to or another Forem (API v1), where posts are found by canonical URL. */
export function createDevTo(call: Transport): CrossPostClient {
  const headersOf = (secret: string) => ({
    'api-key': secret,
    accept: 'application/vnd.forem.api-v1+json',
  });

  async function search(
    { secret }: Account,
    matches: (one: z.infer<typeof ownArticles>[number]) => boolean,
  ): Promise<{ status: 'found'; article: Article } | Exclude<Search, { status: 'found' }>> {
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const response = await call({
        method: 'GET',
        path: `/api/articles/me/all?page=${page}&per_page=${PER_PAGE}`,
        headers: headersOf(secret),
      });
      if (response.kind !== 'responded') {
        return { status: 'away', reason: response.reason, retryAfter: null };
      }
      const parsed = response.status === 200 ? ownArticles.safeParse(response.body) : null;
      if (!parsed?.success) {
        const refused = response.status === 401 && { refused: true as const };
        const reason = refused
          ? `${name} no longer accepts the key. Please reconnect.`
          : `${name} is not responding correctly (${response.status}).`;
        return { status: 'away', reason, retryAfter: getRetryAfter(response), ...refused };
      }
      const found = parsed.data.find(matches);
      if (found) return { status: 'found', article: found };
      if (parsed.data.length < PER_PAGE) break;
    }
    return { status: 'missing' };
  }

  async function find(account: Account, { canonicalUrl, formerUrls }: PostUrls): Promise<Search> {
    const urls: unknown[] = [canonicalUrl, ...formerUrls];
    const found = await search(account, (one) => urls.includes(one.canonical_url));
    if (found.status !== 'found') return found;
    return { status: 'found', id: String(found.article.id), url: found.article.url };
  }

  async function put({ secret }: Account, id: string, post: Post) {
    return call({
      method: 'PUT',
      path: `/api/articles/${encodeURIComponent(id)}`,
      headers: headersOf(secret),
      body: createDevToBody(post),
    });
  }

  /** Checks if a new article became a draft, and publishes it. */
  async function publishDraft(account: Account, created: Article, post: Post): Promise<Outcome> {
    const id = String(created.id);
    if (created.published === true) return { status: 'sent', id, url: created.url };
    const current = await search(account, (one) => one.id === created.id);
    // If it cannot be read, the first response counts: it exists, and an update follows.
    if (current.status !== 'found') return { status: 'sent', id, url: created.url, behind: true };
    if (current.article.published !== false)
      return { status: 'sent', id, url: current.article.url };
    const response = await put(account, id, post);
    const parsed =
      response.kind === 'responded' && response.status === 200
        ? article.safeParse(response.body)
        : null;
    if (!parsed?.success) return { status: 'sent', id, url: current.article.url, behind: true };
    if (parsed.data.published === false) return draft;
    return { status: 'sent', id, url: parsed.data.url };
  }

  return {
    target: 'dev',
    whoAmI: (secret) =>
      fetchAccount(call, name, {
        path: '/api/users/me',
        headers: headersOf(secret),
        shape: meResponse,
      }),
    async post(account, post) {
      const response = await call({
        method: 'POST',
        path: '/api/articles',
        headers: headersOf(account.secret),
        body: createDevToBody(post),
      });
      if (response.kind === 'responded' && response.status === 201) {
        const created = article.safeParse(response.body);
        if (created.success) return publishDraft(account, created.data, post);
      }
      if (response.kind === 'responded' && response.status === 422) {
        // The canonical URL may exist already, in our own article or someone else's.
        const existing = await find(account, post);
        if (existing.status === 'found') {
          return { status: 'sent', id: existing.id, url: existing.url, behind: true };
        }
        if (existing.status === 'away') return { status: 'unknown', reason: existing.reason };
      }
      return classifyResponse(response, name);
    },
    changeable: {
      find,
      async update(account, id, post) {
        const response = await put(account, id, post);
        if (response.kind === 'responded' && response.status === 200) {
          const changed = article.safeParse(response.body);
          if (changed.success && changed.data.published === false) return draft;
          if (changed.success) return { status: 'sent', id, url: changed.data.url };
        }
        return classifyResponse(response, name);
      },
    },
  };
}

const draft: Outcome = {
  status: 'failed',
  reason: `${name} saved it as a draft. Publish it there, in your dashboard.`,
  mayRetry: false,
  retryAfter: null,
};

function createDevToBody(post: Post) {
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
