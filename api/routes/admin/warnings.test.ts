import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../config.ts';
import { callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { builtSite } from '../../testing/built-site.ts';
import { insertTestProduct } from '../../testing/factories.ts';
import { createPaypalService } from '../../testing/paypal.ts';
import { until } from '../../testing/until.ts';

const errorMessage = /All visitors share one rate limit.*TRUSTED_PROXIES/;

describe('the warnings for admins', () => {
  const warningsWith = async (
    config: Partial<Config>,
    prepare: (context: TestApp['context']) => void = () => undefined,
  ) => {
    const test = await buildTestApp({ config });
    prepare(test.context);
    const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    const { warnings } = (await admin('GET /api/admin/warnings')).json();
    await test.close();
    return warnings;
  };

  it('name TRUSTED_PROXIES if the site is https and no proxy is trusted', async () => {
    expect(await warningsWith({ siteUrl: 'https://example.org' })).toEqual([
      { code: 'NO_TRUSTED_PROXY', msg: expect.stringMatching(errorMessage) },
    ]);
  });

  it.each([
    { siteUrl: 'https://example.org', trustedProxies: ['127.0.0.1'] },
    { siteUrl: 'http://localhost:3000' },
  ])('are none with %j', async (config) => {
    expect(await warningsWith(config)).toEqual([]);
  });

  it.each([
    ['the demo provider', {}, /^2 products are not for sale yet/],
    ['no provider', { mode: 'production', seed: 'none' }, /^3 products are not for sale yet/],
    ['PayPal', { paypal: createPaypalService().options }, null],
  ] as const)('count the products that %s cannot sell', async (_who, config, msg) => {
    const warnings = await warningsWith(config, ({ database }) => {
      const own = { isSample: false };
      insertTestProduct(database, own);
      insertTestProduct(database, { ...own, price: 0, suggestedPrice: 500 });
      insertTestProduct(database, { ...own, price: 0 });
      insertTestProduct(database, { ...own, state: 'draft' });
      insertTestProduct(database);
    });
    const expected = { code: 'PRODUCTS_NOT_FOR_SALE', msg: expect.stringMatching(msg ?? '') };
    expect(warnings).toEqual(msg === null ? [] : [expected]);
  });
});

describe('the start of the server', () => {
  let server: ChildProcess;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'start-'));
  afterEach(async () => {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true });
  });

  it('warns once that no proxy is trusted', { tags: ['verify'] }, async () => {
    server = spawn('node', ['api/server.ts'], {
      env: {
        ...process.env,
        SITE_URL: 'https://example.org',
        PORT: '0',
        DATA_DIR: folder,
        BUILD_DIR: builtSite(),
        SEED: 'none',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    server.stdout?.on('data', (text) => {
      output += text;
    });
    await until('the site is up', () => output.includes('The site is at'));
    expect(output.split('All visitors share one rate limit')).toHaveLength(2);
    expect(output).toMatch(errorMessage);
  });
});
