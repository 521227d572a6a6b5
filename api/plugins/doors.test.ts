import { expect, it } from 'vitest';
import { cornerDoor } from '../publisher/guarded-pages.ts';
import { buildTestApp } from '../testing/build-test-app.ts';
import { signedInAs } from '../testing/signed-in-as.ts';
import { filesContaining, readSiteFile } from '../testing/site-files.ts';
import { startTestRelease } from '../testing/test-release.ts';

it('a Game Corner for members is an empty door to everybody else, in every file', async () => {
  const test = await buildTestApp({ config: { rateLimits: false, doors: [cornerDoor] } });
  const member = await signedInAs(test);
  const { siteFolder } = await startTestRelease(test);
  const open = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url, headers });

  for (const address of ['/gamecorner', '/gamecorner/browser', '/gamecorner/game/11']) {
    const asGuest = await open(address);
    expect([address, asGuest.statusCode]).toEqual([address, 200]);
    expect(asGuest.body).toContain('Looking who is there');
    expect(asGuest.body).not.toContain('Firewatch');
    const asMember = await open(address, member.headers);
    expect([address, asMember.body.includes('Firewatch')]).toEqual([address, true]);
    expect(asMember.body).toContain(`href="${test.context.config.siteUrl}${address}"`);
    for (const answer of [asGuest, asMember]) {
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    }
  }
  const missing = await open('/gamecorner/game/404', member.headers);
  expect([missing.statusCode, missing.body.includes('Game not found')]).toEqual([404, true]);
  expect((await open('/about')).headers['cache-control']).toContain('public');

  // A host that knows files alone has nothing to give away.
  expect(filesContaining(siteFolder, 'Firewatch')).toEqual([]);
  expect(readSiteFile(siteFolder, '/sitemap-pages.xml')).not.toContain('gamecorner');
  await test.close();
});
