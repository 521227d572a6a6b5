import { isJobListEmpty, withDatabase } from '../api/testing/test-database.ts';
import { until } from '../api/testing/until.ts';
import { expect, publish, type Site, signInAsOwner, test } from './support/site.ts';

/** Stores a failed release and a failed publish job of the newest article. */
const insertFailures = (site: Site) =>
  withDatabase(site.dataFolder, ({ raw }) => {
    const now = Date.now();
    raw.exec(`
      INSERT INTO releases (build_id, schema_version, state, error, created_at)
        VALUES ('next', 1, 'failed', 'The page /about is broken.', ${now});
      INSERT INTO jobs (kind, payload, article_id, state, priority, run_at, attempts, error, created_at, finished_at)
        SELECT kind, payload, article_id, 'failed', priority, ${now}, 1, 'The disk was full.', ${now}, ${now}
        FROM jobs WHERE kind = 'publish' ORDER BY id DESC LIMIT 1`);
  });

test('the owner sees failed publications and retries them', {
  tag: '@verify',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  await publish(page, site, 'Almost there');
  await until('it is published', () => isJobListEmpty(site.dataFolder));
  insertFailures(site);

  await page.goto(site.url);
  const release = page.getByRole('status').filter({ hasText: 'could not be deployed' });
  await expect(release).toContainText('The page /about is broken.');
  const failed = page.getByRole('status').filter({ hasText: 'could not be published' });
  await expect(failed).toContainText('Almost there: The disk was full.');

  const retries = '**/api/jobs/*/retry';
  await page.route(retries, (route) =>
    route.fulfill({ status: 503, json: { msg: 'Not now.', code: 'INTERNAL' } }),
  );
  const again = failed.getByRole('button', { name: 'Publish again' });
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Could not retry: Not now.')).toBeVisible();
  await expect(again).toBeFocused();
  await expect(again).not.toHaveAttribute('aria-busy');
  await page.unroute(retries);

  await page.keyboard.press('Enter');
  await expect(failed).toBeHidden();
  const left = await page.request.get(`${site.url}/api/jobs/failed`);
  expect(await left.json()).toEqual({ jobs: [], followUpJobs: [] });
  await expect(release).toBeVisible();
});
