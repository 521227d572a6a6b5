import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../config.ts';
import { callerOf } from '../../testing/api-caller.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { builtSite } from '../../testing/built-site.ts';
import { signedInAs } from '../../testing/signed-in-as.ts';
import { until } from '../../testing/until.ts';

const sentence = /All visitors share one rate limit.*TRUSTED_PROXIES/;

describe('the warnings for admins', () => {
  const warningsWith = async (config: Partial<Config>) => {
    const test = await buildTestApp({ config });
    const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    const { warnings } = (await admin('GET /api/admin/warnings')).json();
    await test.close();
    return warnings;
  };

  it('name TRUSTED_PROXIES if the site is https and no proxy is trusted', async () => {
    expect(await warningsWith({ siteUrl: 'https://example.org' })).toEqual([
      { code: 'NO_TRUSTED_PROXY', msg: expect.stringMatching(sentence) },
    ]);
  });

  it.each([
    { siteUrl: 'https://example.org', trustedProxies: ['127.0.0.1'] },
    { siteUrl: 'http://localhost:3000' },
  ])('are none with %j', async (config) => {
    expect(await warningsWith(config)).toEqual([]);
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

  it('warns once that no proxy is trusted', async () => {
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
    await until('the site is up', () => output.includes('The site is at'), 50_000);
    expect(output.split('All visitors share one rate limit')).toHaveLength(2);
    expect(output).toMatch(sentence);
  });
});
