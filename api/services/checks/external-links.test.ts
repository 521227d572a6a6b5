import { expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { LinkResult } from '../../integrations/link-checker.ts';
import { createTestClock } from '../../testing/fakes.ts';
import { until } from '../../testing/until.ts';
import { createExternalLinkCheck } from './links.ts';

/** A check with link results that a test gives; the checked URLs are in `requestedUrls`. */
function checkWith(
  linkResult: (url: string) => LinkResult | Promise<LinkResult>,
  checkLinks = true,
) {
  const clock = createTestClock();
  const requestedUrls: string[] = [];
  const context = { config: { checkLinks } as never, clock: clock.now };
  const check = createExternalLinkCheck(context, async (url) => {
    requestedUrls.push(url);
    return linkResult(url);
  });
  return { check, clock, requestedUrls };
}

it.each<[LinkResult, string | null, RegExp]>([
  [{ kind: 'sound' }, null, /^$/],
  [{ kind: 'moved', to: 'https://new.example/' }, 'link-moved advice', /https:\/\/new\.example\//],
  [{ kind: 'status', status: 404 }, 'link-broken problem', /does not exist \(404\)/],
  [{ kind: 'status', status: 410 }, 'link-broken problem', /does not exist \(410\)/],
  [{ kind: 'status', status: 500 }, 'link-broken problem', /has a problem \(500\)/],
  [{ kind: 'status', status: 403 }, 'link-unchecked note', /refused the check \(403\)/],
  [{ kind: 'status', status: 429 }, 'link-unchecked note', /refused the check \(429\)/],
  [{ kind: 'unknown-host' }, 'link-broken problem', /domain does not exist/],
  [
    { kind: 'silent', reason: 'No server responds at this address.' },
    'link-broken problem',
    /No server responds/,
  ],
  [{ kind: 'refused' }, 'link-unchecked advice', /address is not public/],
])('says what %o means', async (linkResult, kind, errorMessage) => {
  const { check } = checkWith(() => linkResult);
  const { problem, results } = await check(['https://a.example/']);
  const finding = results[0]?.finding;
  expect([problem, finding ? `${finding.code} ${finding.level}` : null]).toEqual([null, kind]);
  expect(finding?.msg ?? '').toMatch(errorMessage);
});

it('requests a URL once an hour, regardless of its fragment', async () => {
  const { check, clock, requestedUrls } = checkWith(() => ({ kind: 'sound' }));
  await check(['https://a.example/x#one', 'https://a.example/x#two']);
  clock.advance(HOUR_MS - 1);
  await check(['https://a.example/x']);
  expect(requestedUrls).toEqual(['https://a.example/x']);
  clock.advance(1);
  await check(['https://a.example/x']);
  expect(requestedUrls).toHaveLength(2);
});

it('returns no result while offline and caches none', async () => {
  let online = false;
  const { check } = checkWith(() => ({ kind: online ? 'sound' : 'offline' }));
  expect(await check(['https://a.example/'])).toEqual({
    problem: 'The server cannot reach other sites right now.',
    results: [],
  });
  online = true;
  const results = [{ url: 'https://a.example/', finding: null }];
  expect(await check(['https://a.example/'])).toEqual({ problem: null, results });
});

it('requests four sites at the same time', async () => {
  const waiting: (() => void)[] = [];
  const { check, requestedUrls } = checkWith(
    () => new Promise((resolve) => waiting.push(() => resolve({ kind: 'sound' }))),
  );
  const urls = Array.from({ length: 7 }, (_, index) => `https://${index}.example/`);
  const done = check(urls);
  for (const open of [4, 4, 4, 4, 3, 2, 1]) {
    await until(`${open} sites are asked`, () => waiting.length === open);
    waiting.shift()?.();
  }
  expect((await done).results).toHaveLength(7);
  expect(requestedUrls).toEqual(urls);
});

it('sends no requests if the owner has turned them off', async () => {
  const { check, requestedUrls } = checkWith(() => ({ kind: 'sound' }), false);
  const { problem, results } = await check(['https://a.example/']);
  expect([problem, results]).toEqual([expect.stringContaining('CHECK_LINKS'), []]);
  expect(requestedUrls).toEqual([]);
});
