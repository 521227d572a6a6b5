import { expect, test } from 'vitest';
import { refuseCorruptBuilds } from './corrupt-builds.ts';
import { killDuringAlerts, killDuringNewsletter } from './kill-during-mails.ts';
import { killDuringRelease } from './kill-during-release.ts';
import { killWhilePublishing } from './kill-while-publishing.ts';

/** Short forms of `make attack`. Generous, since a busy machine starts a server slowly. */
const timeout = 1_200_000;
const tags = ['verify'];
const log = () => undefined;

test('ten kills during saves and publishes lose, halve and double nothing', {
  timeout,
  tags,
}, async () => {
  const { seed, findings } = await killWhilePublishing({ kills: 10, log });
  expect(findings, `SEED_NUMBER=${seed}`).toEqual([]);
});

test('a release that is killed while it is rendered leaves the live site as it was', {
  timeout,
  tags,
}, async () => {
  const { seed, findings } = await killDuringRelease({ kills: 1, log });
  expect(findings, `SEED_NUMBER=${seed}`).toEqual([]);
});

test('a newsletter to 500 readers survives two kills: nobody gets two, nobody is forgotten', {
  timeout,
  tags,
}, async () => {
  const { seed, findings } = await killDuringNewsletter({ kills: 2, log });
  expect(findings, `SEED_NUMBER=${seed}`).toEqual([]);
});

test('an alert to members survives two kills: each is told once, in the centre and by mail', {
  timeout,
}, async () => {
  const { seed, findings } = await killDuringAlerts({ kills: 2, log });
  expect(findings, `SEED_NUMBER=${seed}`).toEqual([]);
});

test('a damaged build is refused and the live site stays', { timeout, tags }, async () => {
  const { findings } = await refuseCorruptBuilds({ kills: 5, log });
  expect(findings).toEqual([]);
});
