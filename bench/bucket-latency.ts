import { startFaultyStore, startSwift } from '../api/testing/object-stores.ts';
import { until } from '../api/testing/until.ts';
import type { Bench } from './harness/bench-context.ts';
import { createOwnerClient } from './harness/client.ts';
import { logProgress, type Measure, percentile } from './harness/report.ts';
import { sampleMarkdown } from './harness/seed.ts';
import { waitForJobs } from './harness/server.ts';

const BAR_MS = 300;
const WARM_UP = 5;
const COPY_LIMIT_MS = 900_000;

/** From a request to the article's page in the bucket of PUBLISH_TO, with a store on this machine. */
export const bucketLatency: Bench = {
  title: 'Publishing into a bucket',
  async measure(context) {
    const size = Math.min(1000, context.articles);
    const dataFolder = await context.site(size);
    const swift = await startSwift();
    const proxy = await startFaultyStore(swift.endpoint);
    const { bucket, keys } = await swift.createBucket('bench');
    const server = await context.start(dataFolder, {
      PUBLISH_TO: `s3://${bucket}`,
      STORAGE_ENDPOINT: proxy.endpoint,
      STORAGE_ACCESS_KEY_ID: keys.id,
      STORAGE_SECRET_ACCESS_KEY: keys.secret,
    });
    try {
      logProgress(`copying ${size} articles into a bucket`);
      const started = performance.now();
      await waitForJobs(dataFolder, ['push'], COPY_LIMIT_MS);
      const whole = performance.now() - started;
      const client = createOwnerClient(server);
      await client.signIn();
      const images = await client.uploadCover();
      const articles: number[] = [];
      const feeds: number[] = [];
      const run = Date.now().toString(36);
      for (let round = -WARM_UP; round < (context.short ? 10 : 60); round += 1) {
        const slug = `bucket-${run}-${round + WARM_UP}`;
        proxy.stored.clear();
        const sentAt = performance.now();
        await client.save('POST', '/api/articles', {
          title: `A bench article ${slug}`,
          subtitle: 'What a fresh article looks like',
          description: 'A description of the usual length for an article of this kind.',
          markdown: sampleMarkdown(Number.parseInt(run, 36) + round),
          slug,
          tags: [`topic-${round % 20}`],
          images,
          draft: false,
        });
        const storedAt = (name: string) =>
          until(`${name} is in the bucket`, () => proxy.stored.get(`PUT /${bucket}/${name}`));
        const article = (await storedAt(`blog/${slug}`)) - sentAt;
        const feed = (await storedAt('rss.xml')) - sentAt;
        await waitForJobs(dataFolder, ['push', 'compress'], COPY_LIMIT_MS);
        if (round < 0) continue;
        articles.push(article);
        feeds.push(feed);
      }
      const of = (name: string, samples: number[], share: number, bar?: number): Measure => ({
        name: `${size} articles: ${name}, p${share * 100}`,
        value: percentile(samples, share),
        unit: 'ms',
        ...(bar !== undefined && { bar: { atMost: bar } }),
      });
      return [
        of('article in the bucket', articles, 0.5),
        of('article in the bucket', articles, 0.95, BAR_MS),
        of('feeds in the bucket', feeds, 0.95),
        { name: `${size} articles: the whole release`, value: whole / 1000, unit: 's' },
      ];
    } finally {
      await server.stop();
      await proxy.close();
      await swift.close();
    }
  },
};
