import { expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { LinkResult } from '../../integrations/outside-links.ts';
import { createTestClock } from '../../testing/stand-ins.ts';
import { until } from '../../testing/until.ts';
import { createOutsideCheck } from './links.ts';

/** A check over answers that a test gives; what was asked stands in `asked`. */
function checkWith(answer: (url: string) => LinkResult | Promise<LinkResult>, checkLinks = true) {
  const clock = createTestClock();
  const asked: string[] = [];
  const context = { config: { checkLinks } as never, clock: clock.now };
  const check = createOutsideCheck(context, async (url) => {
    asked.push(url);
    return answer(url);
  });
  return { check, clock, asked };
}

it.each<[LinkResult, string | null, RegExp]>([
  [{ kind: 'sound' }, null, /^$/],
  [{ kind: 'moved', to: 'https://new.example/' }, 'link-moved advice', /https:\/\/new\.example\//],
  [{ kind: 'status', status: 404 }, 'link-broken problem', /does not exist \(404\)/],
  [{ kind: 'status', status: 410 }, 'link-broken problem', /does not exist \(410\)/],
  [{ kind: 'status', status: 500 }, 'link-broken problem', /has a problem \(500\)/],
  [{ kind: 'status', status: 403 }, 'link-unasked note', /refused the check \(403\)/],
  [{ kind: 'status', status: 429 }, 'link-unasked note', /refused the check \(429\)/],
  [{ kind: 'nobody' }, 'link-broken problem', /domain does not exist/],
  [
    { kind: 'silent', reason: 'No server responds at this address.' },
    'link-broken problem',
    /No server responds/,
  ],
  [{ kind: 'refused' }, 'link-unasked advice', /address is not public/],
])('says what %o means', async (answer, kind, sentence) => {
  const { check } = checkWith(() => answer);
  const { problem, answers } = await check(['https://a.example/']);
  const finding = answers[0]?.finding;
  expect([problem, finding ? `${finding.code} ${finding.level}` : null]).toEqual([null, kind]);
  expect(finding?.msg ?? '').toMatch(sentence);
});

it('requests a URL once an hour, regardless of its fragment', async () => {
  const { check, clock, asked } = checkWith(() => ({ kind: 'sound' }));
  await check(['https://a.example/x#one', 'https://a.example/x#two']);
  clock.advance(HOUR_MS - 1);
  await check(['https://a.example/x']);
  expect(asked).toEqual(['https://a.example/x']);
  clock.advance(1);
  await check(['https://a.example/x']);
  expect(asked).toHaveLength(2);
});

it('returns no result while offline and caches none', async () => {
  let online = false;
  const { check } = checkWith(() => ({ kind: online ? 'sound' : 'offline' }));
  expect(await check(['https://a.example/'])).toEqual({
    problem: 'The server cannot reach other sites right now.',
    answers: [],
  });
  online = true;
  const answers = [{ url: 'https://a.example/', finding: null }];
  expect(await check(['https://a.example/'])).toEqual({ problem: null, answers });
});

it('requests four sites at the same time', async () => {
  const waiting: (() => void)[] = [];
  const { check, asked } = checkWith(
    () => new Promise((resolve) => waiting.push(() => resolve({ kind: 'sound' }))),
  );
  const urls = Array.from({ length: 7 }, (_, index) => `https://${index}.example/`);
  const done = check(urls);
  for (const open of [4, 4, 4, 4, 3, 2, 1]) {
    await until(`${open} sites are asked`, () => waiting.length === open);
    waiting.shift()?.();
  }
  expect((await done).answers).toHaveLength(7);
  expect(asked).toEqual(urls);
});

it('sends no requests if the owner has turned them off', async () => {
  const { check, asked } = checkWith(() => ({ kind: 'sound' }), false);
  const { problem, answers } = await check(['https://a.example/']);
  expect([problem, answers]).toEqual([expect.stringContaining('CHECK_LINKS'), []]);
  expect(asked).toEqual([]);
});
