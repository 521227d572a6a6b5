import { weighPage, scriptWeight } from '../api/testing/weigh-page.ts';
import { test } from './whole-site.ts';

test('measure', async ({ browser, site }) => {
  test.setTimeout(300_000);
  for (const [path, use] of [
    ['/blog/how-sqlite-keeps-a-promise', false],
    ['/blog/how-sqlite-keeps-a-promise', true],
    ...(process.env.ALL ? ['/', '/blog', '/shop', '/shop/products', '/gamecorner', '/project/1', '/about'].map((p) => [p, false]) : []),
  ] as [string, boolean][]) {
    const weight = await weighPage(browser, site.url, path, { use });
    console.log(path, use, JSON.stringify(scriptWeight(weight)), 'inline', weight.inlineScripts.gzipped, 'doc', weight.document.gzipped);
    for (const a of weight.assets.filter((a) => a.kind === 'script').sort((a, b) => b.gzipped - a.gzipped))
      console.log('   ', a.gzipped, a.bytes, a.path, a.afterUse ? 'after' : 'BEFORE');
  }
});
