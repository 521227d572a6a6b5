import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { emailsIn, startSmtpServer } from '../testing/emails.ts';
import { insertTestUser } from '../testing/factories.ts';
import { startPaypal } from '../testing/paypal.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'test-doctor-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

let folders = 0;
const newFolder = () => path.join(folder, `var-${folders++}`);

/** Runs a command without the variables of this process. */
async function run(file: string, parameters: string[], variables: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: newFolder(), PORT: '0', ...variables };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(file, parameters, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** Runs the doctor. @returns its exit code and its lines by the name of the check */
async function diagnose(variables: Record<string, string> = {}) {
  const file = path.join(import.meta.dirname, 'doctor.ts');
  const { code, stdout, stderr } = await run(process.execPath, [file], variables);
  const named = stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [state, name = ''] = line.split(/ +/);
      return [name, `${state} ${line.replace(/^\w+ +\S+ +/, '')}`];
    });
  const lines: Record<string, string> = Object.fromEntries(named);
  return { code, output: stdout + stderr, lines };
}

/** Starts listening with a server. @returns its port */
async function listen(server: Server, host = '127.0.0.1'): Promise<string> {
  server.listen(0, host);
  await once(server, 'listening');
  closing.push(() => server.close());
  return String((server.address() as AddressInfo).port);
}

/** Starts a store that gives everyone access to its objects. */
function startOpenStore(): Promise<string> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
    const isRefused = pathname.startsWith('/closed/') && !request.headers.authorization;
    if (isRefused) response.statusCode = 403;
    if (request.method === 'PUT') objects.set(pathname, await buffer(request));
    if (request.method === 'DELETE') objects.delete(pathname);
    const prefix = searchParams.get('prefix') ?? '';
    const entries = [...objects]
      .map(([name, { length }]) => ({ key: name.split('/')[2] ?? '', length }))
      .filter(({ key }) => key.startsWith(prefix))
      .map(
        ({ key, length }) =>
          `<Contents><Key>${key}</Key><Size>${length}</Size><ETag>1</ETag></Contents>`,
      );
    const list = `<ListBucketResult>${entries.join('')}</ListBucketResult>`;
    response.end(searchParams.has('list-type') ? list : objects.get(pathname));
  });
  return listen(server);
}
const otherProgram = () => createServer((_request, response) => response.end('Hello'));

describe('before the first start', () => {
  it('warns about missing parts, exits with 0 and creates no files', async () => {
    const DATA_DIR = newFolder();
    const { code, lines, output } = await diagnose({ DATA_DIR });
    expect(code).toBe(0);
    expect(lines).toMatchObject({
      versions: expect.stringMatching(/^(ok|warning) Site \d+\.\d+\.\d+ .*Node 24/),
      variables: 'ok All variables are valid; 2 are set.',
      'data-folder': expect.stringMatching(/^ok /),
      server: expect.stringMatching(/^warning The server is not running. Start it/),
      clock: expect.stringMatching(/^(ok|warning) /),
      disk: expect.stringMatching(/^(ok|warning) /),
      proxy: 'ok No proxy is trusted, and SITE_URL is not https.',
      'site-url': expect.stringMatching(/^ok .* this machine only/),
      database: expect.stringMatching(/^warning There is no database yet/),
      email: expect.stringMatching(/^warning .* Set SMTP_URL/),
      payments: expect.stringMatching(/^ok /),
      litestream: expect.stringMatching(/^ok /),
    });
    expect(output).not.toContain('failed');
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('checks the replica without writing to the data folder', async () => {
    const DATA_DIR = newFolder();
    const { code, lines } = await diagnose({ DATA_DIR, LITESTREAM_URL: `file://${newFolder()}` });
    expect(code).toBe(0);
    expect(lines.litestream).toMatch(/^ok A replica is updated once/);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('reports a damaged key, and goes on', async () => {
    const DATA_DIR = newFolder();
    mkdirSync(path.join(DATA_DIR, 'secrets'), { recursive: true, mode: 0o700 });
    writeFileSync(path.join(DATA_DIR, 'secrets', 'master.key'), 'damaged');
    const { code, lines } = await diagnose({ DATA_DIR });
    expect(code).toBe(1);
    expect(lines.secrets).toMatch(/^failed .*master\.key/);
    expect(lines.payments).toMatch(/^ok /);
  });

  it('reports each invalid variable and exits with 1', async () => {
    const { code, output } = await diagnose({ PORT: 'http', SITE_ULR: 'https://example.org' });
    expect(code).toBe(1);
    expect(output).toMatch(/^failed +variables +SITE_ULR .* rename it to SITE_URL/m);
    const wrong = await diagnose({ PORT: 'http', SEED: 'yes' });
    expect(wrong.output).toMatch(/^failed +variables +PORT must be/m);
    expect(wrong.output).toMatch(/^failed +variables +SEED must be/m);
  });

  it('warns about a proxy that cannot be the one in front of the server', async () => {
    const proxies = (TRUSTED_PROXIES: string, HOST = '127.0.0.1') =>
      diagnose({ SITE_URL: 'https://site.invalid', HOST, TRUSTED_PROXIES });
    const wrong = await proxies('10.88.0.0/16,::1');
    expect(wrong.lines.proxy).toMatch(/^warning .* HOST is 127\.0\.0\.1, .* add 127\.0\.0\.1/);
    expect((await proxies('10.0.0.1,127.0.0.0/8')).lines.proxy).toMatch(/^ok .* counts/);
    expect((await proxies('10.0.0.1', '0.0.0.0')).lines.proxy).toMatch(/^ok .* counts/);
  });

  it('warns about an access log that its level hides, and about an address that is not public', async () => {
    const { lines } = await diagnose({
      ACCESS_LOG: 'true',
      LOG_LEVEL: 'warn',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'site@mail.localhost',
    });
    expect(lines.variables).toMatch(/^warning ACCESS_LOG .* LOG_LEVEL=warn/);
    expect(lines['email-dns']).toMatch(/^warning Emails come from site@mail\.localhost\. Set MAIL/);
  });

  it('warns if others can read .env', async () => {
    const settings = mkdtempSync(path.join(folder, 'settings-'));
    writeFileSync(path.join(settings, '.env'), 'SEED=none\n', { mode: 0o644 });
    const file = path.join(import.meta.dirname, 'doctor.ts');
    const parameters = ['-c', `cd '${settings}' && exec '${process.execPath}' '${file}'`];
    expect((await run('sh', parameters, {})).stdout).toMatch(/^warning +env-file .* chmod/m);
    chmodSync(path.join(settings, '.env'), 0o640);
    expect((await run('sh', parameters, {})).stdout).not.toContain('env-file');
  });

  it('runs as make doctor, which fails if a check fails, and writes JSON lines', async () => {
    const make = (variables: Record<string, string> = {}) =>
      run('make', ['doctor', 'JSON=1'], variables);
    const { code, stdout } = await make();
    expect(code).toBe(0);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results).toContainEqual({
      name: 'variables',
      state: 'ok',
      msg: 'All variables are valid; 2 are set.',
    });
    expect((await make({ PORT: 'http' })).code).toBeGreaterThan(0);
  });

  it('only says so if the packages of the clone are not installed', async () => {
    const clone = mkdtempSync(path.join(folder, 'clone-'));
    copyFileSync('Makefile', path.join(clone, 'Makefile'));
    const parameters = ['--no-print-directory', '-C', clone, 'doctor', 'JSON=1'];
    expect(await run('make', parameters, {})).toMatchObject({
      code: 2,
      stdout: 'failed   packages      They are not installed. Run make start.\n',
    });
  });

  it('reports a read-only folder and a port in use, and continues with other checks', async () => {
    const PORT = await listen(otherProgram());
    const { code, lines } = await diagnose({ DATA_DIR: '/proc/nope', PORT });
    expect(code).toBe(1);
    expect(lines).toMatchObject({
      'data-folder': expect.stringMatching(/^failed DATA_DIR: .*\/proc\/nope.*set it to/),
      server: expect.stringMatching(/^failed PORT: another program, .* listens on \d+; stop it/),
      payments: expect.stringMatching(/^ok /),
    });
  });

  it('reports services that refuse the credentials, without secrets', async () => {
    const password = 'p%40ss-word-of-mail';
    const mail = await startSmtpServer({
      options: {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (auth, _session, done) =>
          done(Object.assign(new Error(`No ${auth.password}`), { responseCode: 535 })),
      },
    });
    closing.push(() => mail.close());
    const paypal = await startPaypal();
    closing.push(() => paypal.close());
    const { code, lines, output } = await diagnose({
      SMTP_URL: `smtp://postman:${password}@127.0.0.1:${mail.port}`,
      PAYPAL_CLIENT_ID: 'paypal-id',
      PAYPAL_CLIENT_SECRET: 'secret-of-paypal',
      PAYPAL_MERCHANT_ID: 'MERCHANT',
      PAYPAL_API_URL: paypal.options.apiUrl,
      BACKUP_KEY: 'note: passphrase of the backups',
      METRICS_TOKEN: 'token-of-the-metrics',
    });
    expect(code).toBe(1);
    expect(lines.email).toMatch(
      /^failed The SMTP server cannot be used \(.*\[secret\].* Check SMTP_URL/,
    );
    expect(lines.payments).toMatch(/^failed PayPal does not accept PAYPAL_CLIENT_ID/);
    const right = await diagnose({
      PAYPAL_CLIENT_ID: 'client',
      PAYPAL_CLIENT_SECRET: 'secret',
      PAYPAL_MERCHANT_ID: 'MERCHANT',
      PAYPAL_API_URL: paypal.options.apiUrl,
    });
    expect(right.lines.payments).toMatch(/^warning PayPal accepts the keys, .* PAYPAL_WEBHOOK_ID/);
    expect(output).not.toMatch(/ss-word-of-mail|secret-of-paypal|passphrase of|token-of-the/);
  });
});

describe('with a bucket', () => {
  const keys = {
    STORAGE_ACCESS_KEY_ID: 'key-of-the-store',
    STORAGE_SECRET_ACCESS_KEY: 'secret-of-the-store',
  };

  it('reports a store that cannot be reached, without secrets', async () => {
    const { code, lines, output } = await diagnose({
      STORAGE: 's3://site',
      STORAGE_ENDPOINT: 'http://127.0.0.1:9',
      ...keys,
    });
    expect(code).toBe(1);
    expect(lines.storage).toMatch(/^failed s3:\/\/site cannot be reached .* Check the STORAGE_/);
    expect(lines['publish-to']).toBe('ok No bucket is set up.');
    expect(output).not.toMatch(/of-the-store/);
  });

  it('writes, reads, lists and deletes an object, and reports a public bucket of STORAGE', async () => {
    const STORAGE_ENDPOINT = `http://127.0.0.1:${await startOpenStore()}`;
    const { code, lines } = await diagnose({
      STORAGE: 's3://private',
      PUBLISH_TO: 's3://public',
      STORAGE_ENDPOINT,
      ...keys,
    });
    expect(code).toBe(1);
    expect(lines.storage).toMatch(/^failed Everyone can read s3:\/\/private/);
    expect(lines['publish-to']).toBe('ok s3://public can be read, written and listed.');
    const list = await fetch(`${STORAGE_ENDPOINT}/public?list-type=2`);
    expect(await list.text()).toBe('<ListBucketResult></ListBucketResult>');
  });

  it('ends quietly if the reader of its output ends', async () => {
    const file = path.join(import.meta.dirname, 'doctor.ts');
    const { stdout, stderr } = await run(
      'sh',
      ['-c', `'${process.execPath}' '${file}' | head -1`],
      {},
    );
    expect(stdout).toMatch(/^ok +versions/);
    expect(stderr).toBe('');
  });
});

describe('with a running site', () => {
  let site: TestSite;
  let PORT: string;
  beforeAll(async () => {
    site = await startTestSite();
    PORT = new URL(await site.listen()).port;
  });
  afterAll(() => site.close());

  const diagnoseSite = (variables: Record<string, string> = {}) =>
    diagnose({ DATA_DIR: site.dataFolder, PORT, ...variables });

  it('finds the server, its database and its workers', async () => {
    const withoutAdmin = await diagnoseSite();
    expect(withoutAdmin.lines.database).toMatch(/^warning The site has no admin yet/);
    insertTestUser(site.context.database, { email: 'owner@example.org', role: 1 });
    const { code, lines } = await diagnoseSite();
    expect(code).toBe(0);
    expect(lines).toMatchObject({
      server: `ok The server is running at http://127.0.0.1:${PORT}.`,
      permissions: expect.stringMatching(/^ok /),
      database: expect.stringMatching(/^ok The database is intact and has schema version \d+/),
      publisher: expect.stringMatching(/^ok /),
      queues: expect.stringMatching(/^ok /),
      backup: 'ok The first backup is being scheduled.',
    });
  });

  it('reports if SITE_URL leads to another server', async () => {
    const here = await diagnoseSite({ SITE_URL: `http://0.0.0.0:${PORT}` });
    expect(here.lines['site-url']).toMatch(/^warning Passwords travel .* unencrypted/);
    const port = await listen(otherProgram(), '0.0.0.0');
    const wrong = await diagnoseSite({ SITE_URL: `http://0.0.0.0:${port}` });
    expect(wrong.code).toBe(1);
    expect(wrong.lines['site-url']).toMatch(/^failed .* answered 200, but not from this server/);
    const elsewhere = await listen(
      createServer((_request, response) =>
        response.end(JSON.stringify({ ok: true, instance: 'another' })),
      ),
      '0.0.0.0',
    );
    const other = await diagnoseSite({ SITE_URL: `http://0.0.0.0:${elsewhere}`, PORT: elsewhere });
    expect(other.lines['site-url']).toMatch(/^failed Another site answers/);
    expect(other.lines.server).toMatch(/^failed A site with another DATA_DIR answers/);
  });

  it('reports a redirect, and a certificate that browsers refuse', async () => {
    const port = await listen(
      createServer((_request, response) =>
        response.writeHead(301, { location: 'https://www.example.org/api/ready' }).end(),
      ),
      '0.0.0.0',
    );
    const redirected = await diagnoseSite({ SITE_URL: `http://0.0.0.0:${port}` });
    expect(redirected.lines['site-url']).toMatch(/redirects to https:\/\/www\.example\.org/);
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const cert = makeCertificate({ name: 'example.org', keys });
    const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const tls = await listen(createTlsServer({ cert, key }), '0.0.0.0');
    const { code, lines } = await diagnoseSite({ SITE_URL: `https://0.0.0.0:${tls}` });
    expect(code).toBe(1);
    expect(lines.proxy).toMatch(/^warning .*TRUSTED_PROXIES/);
    expect(lines['site-url']).toMatch(
      /^failed .* cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
    expect(lines.certificate).toMatch(/^failed Browsers do not accept the certificate/);
  });

  it('reports open permissions and a missing backup file', async () => {
    const { raw } = site.context.database;
    raw.exec(`INSERT INTO backup_runs (requested, run_at, state, ended_at, file, bytes)
      VALUES (0, 0, 'done', ${Date.now()}, 'site-gone.tar.gz', 1)`);
    chmodSync(site.dataFolder, 0o755);
    chmodSync(path.join(site.dataFolder, 'site.db'), 0o644);
    const { code, lines } = await diagnoseSite();
    chmodSync(site.dataFolder, 0o710);
    expect(code).toBe(1);
    expect(lines.permissions).toMatch(/^failed Other users can read/);
    expect(lines.backup).toMatch(/^failed The file of the last good backup, site-gone\.tar\.gz/);
    mkdirSync(path.join(site.dataFolder, 'backups'), { recursive: true });
    writeFileSync(path.join(site.dataFolder, 'backups', 'site-gone.tar.gz'), '');
    const passable = await diagnoseSite();
    expect(passable.lines.backup).toMatch(/^ok The last good backup was made at/);
    expect(passable.lines.permissions).toMatch(/^warning The mode of site\.db .* chmod/);
    chmodSync(site.dataFolder, 0o700);
  });

  it('reports damaged tables and a missing release, and goes on', async () => {
    const { raw } = site.context.database;
    raw.exec('ALTER TABLE refunds RENAME TO damaged');
    const live = path.join(site.dataFolder, 'live');
    renameSync(live, `${live}-aside`);
    const { code, lines } = await diagnoseSite();
    renameSync(`${live}-aside`, live);
    raw.exec('ALTER TABLE damaged RENAME TO refunds');
    expect(code).toBe(1);
    expect(lines).toMatchObject({
      release: expect.stringMatching(/^failed No release is live/),
      queues: expect.stringMatching(/^failed .*no such table: refunds/),
      payments: expect.stringMatching(/^ok /),
    });
  });

  it('reports a clock that is behind the data', async () => {
    const file = path.join(site.dataFolder, 'site.db');
    const later = new Date(Date.now() + 2 * DAY_MS);
    utimesSync(file, later, later);
    const { code, lines } = await diagnoseSite();
    utimesSync(file, new Date(), new Date());
    expect(code).toBe(1);
    expect(lines.clock).toMatch(/^failed .* the database was written later\. Set the clock/);
  });

  it('sends a test email on request', async () => {
    const { lines } = await diagnoseSite({ EMAIL: 'owner@example.org' });
    expect(lines['test-email']).toBe('ok The test email is in DATA_DIR/mail.');
    const [email] = await emailsIn(site.dataFolder);
    expect([email?.subject, email?.to?.[0]?.address]).toEqual(['Test email', 'owner@example.org']);
    const { lines: refused } = await diagnoseSite({ EMAIL: 'nobody' });
    expect(refused['test-email']).toBe('failed nobody is not an email address.');
    expect(await emailsIn(site.dataFolder)).toHaveLength(1);
  });

  it('reports the bucket of another site, unless it has no database yet', async () => {
    const STORAGE_ENDPOINT = `http://127.0.0.1:${await startOpenStore()}`;
    for (const bucket of ['public', 'closed']) {
      await fetch(`${STORAGE_ENDPOINT}/${bucket}/.personal-site-owner-other`, {
        method: 'PUT',
        headers: { authorization: 'key' },
      });
    }
    const variables = {
      PUBLISH_TO: 's3://public',
      STORAGE: 's3://closed',
      STORAGE_ENDPOINT,
      STORAGE_ACCESS_KEY_ID: 'key',
      STORAGE_SECRET_ACCESS_KEY: 'secret',
    };
    const { lines } = await diagnoseSite(variables);
    expect(lines['publish-to']).toMatch(/^failed s3:\/\/public contains the pages of another site/);
    const uploads = /^failed s3:\/\/closed contains the uploads and backups of another site/;
    expect(lines.storage).toMatch(uploads);
    expect((await diagnose(variables)).lines).toMatchObject({
      'publish-to': expect.stringMatching(/^ok /),
      storage: expect.stringMatching(/^ok /),
    });
  });

  it('reports a bucket whose backups would not be encrypted', async () => {
    const STORAGE_ENDPOINT = `http://127.0.0.1:${await startOpenStore()}`;
    const { lines } = await diagnoseSite({
      STORAGE: 's3://private',
      STORAGE_ENDPOINT,
      STORAGE_ACCESS_KEY_ID: 'key',
      STORAGE_SECRET_ACCESS_KEY: 'secret',
    });
    expect(lines.backup).toMatch(/^failed .* must be encrypted.* Set BACKUP_KEY/);
  });

  it('knows the backup that a command has made', async () => {
    const file = path.join(import.meta.dirname, 'backup.ts');
    const { code } = await run(process.execPath, [file], { DATA_DIR: site.dataFolder });
    expect(code).toBe(0);
    expect((await diagnoseSite()).lines.backup).toMatch(/^ok The last good backup was made at/);
    site.context.database.raw.exec('DELETE FROM backup_runs');
  });

  it('reports a replica of a database that is missing here', async () => {
    const replica = newFolder();
    const snapshots = path.join(replica, 'generations', 'bbbbbbbbbbbbbbbb', 'snapshots');
    mkdirSync(snapshots, { recursive: true });
    writeFileSync(path.join(snapshots, '00000000.snapshot.lz4'), '');
    const { code, lines } = await diagnose({ LITESTREAM_URL: `file://${replica}` });
    expect(code).toBe(1);
    expect(lines.litestream).toMatch(/^failed There is no database here, but a replica of one/);
  });

  it('reports an unreadable replica, without the password in its URL', async () => {
    const file = newFolder();
    writeFileSync(file, '');
    const { code, lines } = await diagnoseSite({ LITESTREAM_URL: `file://${file}/replica` });
    expect(code).toBe(1);
    expect(lines.litestream).toMatch(/^failed .* Check LITESTREAM_URL and the credentials/);
    const port = await listen(otherProgram());
    const secret = await diagnoseSite({
      LITESTREAM_URL: `s3://bucket/site?endpoint=http://127.0.0.1:${port}&token=hidden-token`,
    });
    expect(secret.output).not.toContain('hidden-token');
  });

  it('reports another server that writes to the replica', async () => {
    const local = path.join(site.dataFolder, '.site.db-litestream');
    mkdirSync(local);
    writeFileSync(path.join(local, 'generation'), 'aaaaaaaaaaaaaaaa\n');
    // Always older than the snapshot of the other server.
    utimesSync(path.join(local, 'generation'), 0, 0);
    const replica = newFolder();
    const snapshots = path.join(replica, 'generations', 'bbbbbbbbbbbbbbbb', 'snapshots');
    mkdirSync(snapshots, { recursive: true });
    writeFileSync(path.join(snapshots, '00000000.snapshot.lz4'), '');
    const { code, lines } = await diagnoseSite({ LITESTREAM_URL: `file://${replica}` });
    rmSync(local, { recursive: true });
    expect(code).toBe(1);
    expect(lines.litestream).toMatch(/^failed Another server has written to the replica/);
  });

  it('does not change a database with another schema version', async () => {
    const { raw } = site.context.database;
    const version = Number(raw.pragma('user_version', { simple: true }));
    const withVersion = async (other: number) => {
      raw.pragma(`user_version = ${other}`);
      const { lines } = await diagnoseSite();
      raw.pragma(`user_version = ${version}`);
      return lines;
    };
    const older = await withVersion(version - 1);
    expect(older.database).toMatch(/^warning .* The next start migrates it to \d+/);
    expect(older.backup).toBeUndefined();
    expect((await withVersion(version + 1)).database).toMatch(/^failed A newer version wrote/);
  });

  it('says how to move the database of a development version', async () => {
    const { raw } = site.context.database;
    const current = Number(raw.pragma('application_id', { simple: true }));
    raw.pragma('application_id = 0x73697465');
    const { code, lines } = await diagnoseSite();
    raw.pragma(`application_id = ${current}`);
    expect(code).toBe(1);
    expect(lines.database).toMatch(/^failed .*development version.*make export ALL=/);
  });
});
