import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { COMMENTARY_MAX, formatCommentary } from '../../integrations/crosspost/linkedin.ts';
import type {
  Account,
  CrossPostClient,
  Outcome,
  Post,
} from '../../integrations/crosspost/service.ts';
import {
  type CrossPostServices,
  createCrossPostServices,
  type Fault,
  startCrossPostServices,
} from '../../testing/cross-post-services.ts';
import { createCrossPosting } from './connections.ts';

const post: Post = {
  title: 'A note on tests',
  description: 'Why tests read like sentences.',
  markdown: 'A test is a sentence.\n',
  tags: ['node-js', 'c-sharp', 'über', 'testing', 'a-very-long-tag-of-thirty-letters', 'fifth'],
  series: 'Notes',
  canonicalUrl: 'https://example.org/blog/a-note',
  formerUrls: [],
  image: 'https://example.org/media/cover.webp',
  commentary: 'I wrote about #tests (again) @home.',
};
const accounts: Record<CrossPostClient['target'], Account> = {
  dev: { id: '7', secret: 'dev-key' },
  medium: { id: 'm1', secret: 'medium-token' },
  linkedin: { id: 'AbC1', secret: 'linkedin-token' },
};
const targets = ['linkedin', 'dev', 'medium'] as const;

describe('requests to the services', () => {
  let services: Awaited<ReturnType<typeof startCrossPostServices>>;
  let clients: ReturnType<typeof createCrossPosting>['clients'];
  beforeEach(async () => {
    services = await startCrossPostServices();
    const { crossPosts } = readConfig({ NODE_ENV: 'test', ...services.environment });
    ({ clients } = createCrossPosting(crossPosts));
  });
  afterEach(() => services.close());

  it('posts to dev.to with its headers, four alphanumeric tags and the canonical URL', async () => {
    expect(await clients.dev.post(accounts.dev, post)).toEqual({
      status: 'sent',
      id: '1',
      url: 'https://dev.to/ann/article-1',
    });
    expect(services.accepted[0]?.body).toEqual({
      title: post.title,
      body_markdown: post.markdown,
      published: true,
      tags: ['nodejs', 'csharp', 'ber', 'testing'],
      canonical_url: post.canonicalUrl,
      description: post.description,
      series: 'Notes',
      main_image: post.image,
    });
  });

  it('posts to Medium with the title in the text and three valid tags', async () => {
    expect(await clients.medium.post(accounts.medium, post)).toEqual({
      status: 'sent',
      id: '1',
      url: 'https://medium.com/@ann/1',
    });
    expect(services.accepted[0]?.body).toEqual({
      title: post.title,
      contentFormat: 'markdown',
      content: '# A note on tests\n\nA test is a sentence.\n',
      canonicalUrl: post.canonicalUrl,
      tags: ['node-js', 'c-sharp', 'über'],
      publishStatus: 'public',
    });
  });

  it("posts a link to LinkedIn with escaped text, and reads the post's URL from a header", async () => {
    expect(await clients.linkedin.post(accounts.linkedin, post)).toEqual({
      status: 'sent',
      id: 'urn:li:share:6000001',
      url: 'https://www.linkedin.com/feed/update/urn:li:share:6000001/',
    });
    expect(services.accepted[0]?.body).toEqual({
      author: 'urn:li:person:AbC1',
      commentary: 'I wrote about #tests \\(again\\) \\@home.',
      visibility: 'PUBLIC',
      distribution: {
        feedDistribution: 'MAIN_FEED',
        targetEntities: [],
        thirdPartyDistributionChannels: [],
      },
      content: {
        article: { source: post.canonicalUrl, title: post.title, description: post.description },
      },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    });
  });

  it.each(targets)('returns the account at %s and rejects a wrong key', async (target) => {
    const client = clients[target];
    const { id, secret } = accounts[target];
    expect(await client.whoAmI(secret)).toMatchObject({ id, name: expect.stringMatching(/^Ann/) });
    await expect(client.whoAmI('wrong')).rejects.toThrow('rejected the key');
  });

  it('distinguishes a lost connection from one that was never established', async () => {
    services.faults = ['reset after acceptance'];
    expect(await clients.linkedin.post(accounts.linkedin, post)).toMatchObject({
      status: 'unknown',
    });
    await services.close();
    expect(await clients.linkedin.post(accounts.linkedin, post)).toMatchObject({
      status: 'failed',
      mayRetry: true,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('follows no redirects', async () => {
    const { crossPosts } = readConfig({
      NODE_ENV: 'test',
      ...services.environment,
      DEV_TO_URL: `${services.url}/oauth/v2/authorization?redirect_uri=http://127.0.0.1:9/&x=`,
    });
    const { dev } = createCrossPosting(crossPosts).clients;
    await expect(dev.whoAmI('dev-key')).rejects.toThrow('(302)');
    expect(services.receivedRequests).toEqual(['GET /oauth/v2/authorization']);
  });
});

/** Outcome of a fault: whether the post may exist, and whether a retry is allowed. */
type Meaning = 'sent' | 'unknown' | 'retry' | 'failed' | 'refused';
const meanings: [Fault, Record<CrossPostClient['target'], Meaning>][] = [
  ['refused', { linkedin: 'retry', medium: 'retry', dev: 'retry' }],
  ['reset before acceptance', { linkedin: 'unknown', medium: 'unknown', dev: 'unknown' }],
  ['reset after acceptance', { linkedin: 'unknown', medium: 'unknown', dev: 'unknown' }],
  ['timeout before acceptance', { linkedin: 'unknown', medium: 'unknown', dev: 'unknown' }],
  ['timeout after acceptance', { linkedin: 'unknown', medium: 'unknown', dev: 'unknown' }],
  ['401', { linkedin: 'refused', medium: 'refused', dev: 'refused' }],
  ['426', { linkedin: 'failed', medium: 'failed', dev: 'failed' }],
  ['429', { linkedin: 'retry', medium: 'retry', dev: 'retry' }],
  ['500 before acceptance', { linkedin: 'unknown', medium: 'unknown', dev: 'unknown' }],
  ['500 after acceptance', { linkedin: 'unknown', medium: 'unknown', dev: 'unknown' }],
  ['garbage before acceptance', { linkedin: 'unknown', medium: 'unknown', dev: 'unknown' }],
  ['garbage after acceptance', { linkedin: 'unknown', medium: 'unknown', dev: 'unknown' }],
  ['draft', { linkedin: 'sent', medium: 'sent', dev: 'sent' }],
];

function meaningOf(outcome: Outcome): Meaning {
  if (outcome.status !== 'failed') return outcome.status;
  if (outcome.refused) return 'refused';
  return outcome.mayRetry ? 'retry' : 'failed';
}

describe('a fault', () => {
  let services: CrossPostServices;
  let clients: ReturnType<typeof createCrossPosting>['clients'];
  beforeEach(() => {
    services = createCrossPostServices();
    const { crossPosts } = readConfig({ NODE_ENV: 'test' });
    ({ clients } = createCrossPosting(crossPosts, services.send));
  });

  it.each(meanings)('%s', async (fault, expected) => {
    for (const target of targets) {
      services.faults = [fault];
      const outcome = await clients[target].post(accounts[target], post);
      expect([target, meaningOf(outcome)]).toEqual([target, expected[target]]);
      if (outcome.status !== 'sent') expect(outcome.reason).toMatch(/\w{3,}/);
    }
  });

  it('returns the delay that a service requests', async () => {
    services.faults = ['429'];
    expect(await clients.dev.post(accounts.dev, post)).toMatchObject({ retryAfter: 300 });
  });

  it('names the setting for a LinkedIn API version that has ended', async () => {
    services.version = '209901';
    expect(await clients.linkedin.post(accounts.linkedin, post)).toMatchObject({
      reason: expect.stringContaining('LINKEDIN_VERSION'),
    });
  });

  it('publishes an article that dev.to made a draft, or reports that it stays one', async () => {
    services.faults = ['draft'];
    expect(await clients.dev.post(accounts.dev, post)).toMatchObject({ status: 'sent' });
    expect(services.accepted).toMatchObject([{ published: true }]);
    expect(services.receivedRequests).toEqual([
      'POST /api/articles',
      'GET /api/articles/me/all',
      'PUT /api/articles/1',
    ]);
    services.faults = ['draft', 'draft'];
    const other = { ...post, canonicalUrl: 'https://example.org/blog/other' };
    expect(await clients.dev.post(accounts.dev, other)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('draft'),
    });
  });

  it('finds an existing dev.to article with the same canonical URL', async () => {
    await clients.dev.post(accounts.dev, post);
    expect(await clients.dev.post(accounts.dev, { ...post, title: 'Anew' })).toEqual({
      status: 'sent',
      id: '1',
      url: 'https://dev.to/ann/article-1',
      behind: true,
    });
    expect(services.accepted).toHaveLength(1);
    const changed = await clients.dev.changeable?.update(accounts.dev, '1', {
      ...post,
      title: 'Anew',
    });
    expect(changed).toMatchObject({ status: 'sent' });
    expect(services.accepted).toMatchObject([{ body: { title: 'Anew' } }]);
  });
});

it('shortens the text for LinkedIn between words, counting escapes', () => {
  expect(formatCommentary('\\<>~_|[]*(){}@#')).toBe('\\\\\\<\\>\\~\\_\\|\\[\\]\\*\\(\\)\\{\\}\\@#');
  const cut = formatCommentary('some (words) 🙂 '.repeat(400));
  expect(cut.length).toBeLessThanOrEqual(COMMENTARY_MAX);
  expect(cut.length).toBeGreaterThan(COMMENTARY_MAX - 40);
  expect(cut).toMatch(/(some|\\\(words\\\)|🙂)…$/u);
  expect(formatCommentary('x'.repeat(5000))).toHaveLength(COMMENTARY_MAX);
});
