import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { samplesFolder } from '../site-content.ts';
import { builtSite } from '../testing/built-site.ts';
import { copyFolder } from '../testing/copy-folder.ts';
import { offlineConfig } from '../testing/fakes.ts';
import { storeTestProduct } from '../testing/products.ts';
import { emptySite } from '../testing/test-site.ts';
import { pixelPng } from '../testing/upload-form.ts';
import { trialResult } from './install-version.ts';

let folder: string;
let server: Server;
let received: string[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-trial-'));
  received = [];
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(503).end();
  });
  // SMTP, too.
  server.on('connection', () => received.push('connection'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the files of the site, with their content, except those of the database. */
function listFiles(): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !path.basename(name).startsWith('site.db'))
    .filter((name) => statSync(path.join(folder, name)).isFile());
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'latin1')]));
}

it('changes no file and calls no service of the site, whose settings it has', {
  tags: ['verify'],
}, async () => {
  const data = path.join(folder, 'var');
  copyFolder(await emptySite(), data);
  const bytes = Buffer.from('A file that someone has bought.');
  storeTestProduct(data, { title: 'A kit', price: 1 }, [
    { name: 'kit.zip', version: '1', changelog: '', bytes },
  ]);
  const profile = readFileSync(path.join(samplesFolder, 'profile', 'profile.json'), 'utf8');
  const content = path.join(data, 'content');
  mkdirSync(path.join(content, 'media'), { recursive: true });
  cpSync(path.join(samplesFolder, 'profile'), path.join(content, 'profile'), { recursive: true });
  writeFileSync(
    path.join(content, 'profile', 'profile.json'),
    profile.replace(/"avatar": "[^"]+"/, '"avatar": "me.png"'),
  );
  writeFileSync(path.join(content, 'media', 'me.png'), pixelPng);
  const before = listFiles();

  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['api/commands/try-start.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: data,
      BUILD_DIR: builtSite(),
      LOG_LEVEL: 'warn',
      ...Object.fromEntries(Object.keys(offlineConfig).map((name) => [name, origin])),
      PAYPAL_CLIENT_ID: 'id',
      PAYPAL_CLIENT_SECRET: 'secret',
      PAYPAL_MERCHANT_ID: 'merchant',
      PAYPAL_WEBHOOK_ID: 'webhook',
      STORAGE: 's3://private',
      PUBLISH_TO: 's3://public',
      STORAGE_ENDPOINT: origin,
      STORAGE_ACCESS_KEY_ID: 'id',
      STORAGE_SECRET_ACCESS_KEY: 'secret',
      CDN_PURGE_URL: `${origin}/purge`,
      LITESTREAM_URL: `s3://replica/site?endpoint=${origin}`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      ANALYTICS_URL: `${origin}/views`,
      ERROR_REPORT_DSN: `http://key@127.0.0.1:${port}/1`,
      TRACE_SAMPLE_RATE: '1',
      SUBSCRIBE_FORM_URL: `${origin}/subscribe`,
    },
  });
  const [output, problems, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect([code, problems]).toEqual([0, '']);
  expect(trialResult.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''))).toMatchObject({
    migrations: 0,
    contentProblems: [],
  });
  expect(received).toEqual([]);
  expect(listFiles()).toEqual(before);
});
