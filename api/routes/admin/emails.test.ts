import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import type { EmailContent } from '#contracts/mail.ts';
import { enqueueEmail } from '../../services/mail/email-queue.ts';
import { purgeMailFolder } from '../../services/mail/eml-folder.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  deliverEmails,
  type Reply,
  startSmtpServer,
  type TestSmtpServer,
} from '../../testing/emails.ts';
import { TEST_PASSWORD } from '../../testing/factories.ts';

const content: EmailContent = {
  subject: 'Please confirm',
  title: 'Is this your address?',
  paragraphs: ['<b>Somebody</b> gave it.'],
  button: { label: 'Confirm', href: 'https://example.org/confirm#a-secret-token' },
  reason: 'Somebody gave your address.',
};

let test: TestApp;
let admin: Caller;
let server: TestSmtpServer | undefined;
let reply: Reply;
beforeEach(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await test.close();
});

/** Starts an SMTP server for the site; it sends `reply` for each message. */
async function withServer(first: Reply) {
  reply = first;
  server = await startSmtpServer({ message: () => reply });
  test.context.config.smtpUrl = server.url;
}
const write = (to: string, more: Partial<Parameters<typeof enqueueEmail>[2]> = {}) =>
  test.context.database.write((transaction) =>
    enqueueEmail(transaction, test.context, { kind: 'account', to, content, ...more }),
  );
const list = async (search = '') => (await admin(`GET /api/admin/emails${search}`)).json();
const receivers = (response: { emails: { to: string }[] }) => response.emails.map(({ to }) => to);
const folder = async (search = '') => (await admin(`GET /api/admin/mail-folder${search}`)).json();

describe('the list of emails', () => {
  it('lists emails newest first, in pages, without their content', async () => {
    await withServer('agree');
    for (const name of ['one', 'two', 'three']) await write(`${name}@example.org`);
    const first = await list('?limit=2');
    expect(receivers(first)).toEqual(['three@example.org', 'two@example.org']);
    expect(first).toMatchObject({ result: 3, pages: 2, waiting: 3, failed: 0, transport: 'smtp' });
    expect(first.emails[0]).toMatchObject({
      kind: 'account',
      subject: 'Please confirm',
      state: 'queued',
      attempts: 0,
      nextAt: new Date(test.clock.now()).toISOString(),
      canRetry: false,
      file: null,
    });
    expect(receivers(await list('?limit=2&page=2'))).toEqual(['one@example.org']);
    expect(JSON.stringify(first)).not.toContain('a-secret-token');
  });

  it('is filtered by delivery state', async () => {
    await withServer('agree');
    await write('sent@example.org');
    await deliverEmails(test.context);
    reply = { code: 554, text: 'no such spam' };
    await write('refused@example.org');
    await deliverEmails(test.context);
    reply = { code: 451, text: 'try later' };
    await write('waiting@example.org');
    await deliverEmails(test.context);
    const shown = async (show: string) => receivers(await list(`?show=${show}`));
    expect(await shown('sent')).toEqual(['sent@example.org']);
    expect(await shown('failed')).toEqual(['refused@example.org']);
    expect(await shown('waiting')).toEqual(['waiting@example.org']);
    expect(await list()).toMatchObject({
      result: 3,
      waiting: 1,
      failed: 1,
      emails: [
        { state: 'queued', attempts: 1, response: '451 try later' },
        { state: 'failed', response: '554 no such spam', canRetry: true },
        { state: 'sent', canRetry: false },
      ],
    });
  });

  it('retries a failed email with the same Message-ID and a new backoff', async () => {
    await withServer({ code: 554, text: 'no such spam' });
    const id = await write('ann@example.org');
    await deliverEmails(test.context);
    reply = 'agree';
    const response = await admin(`POST /api/admin/emails/${id}/retry`);
    expect(response.json()).toMatchObject({
      msg: 'The email will be sent again.',
      email: { _id: id, state: 'queued', attempts: 0 },
    });
    await deliverEmails(test.context);
    expect((await list()).emails).toMatchObject([{ state: 'sent' }]);
    const ids = server?.arrived.map((source) => /^Message-ID: (.+)\r$/m.exec(source)?.[1]);
    expect(new Set(ids).size).toBe(1);
  });

  it('retries an email of unknown delivery on request', async () => {
    await withServer('hang up');
    const id = await write('ann@example.org');
    await deliverEmails(test.context);
    expect((await list('?show=failed')).emails).toMatchObject([
      { state: 'unknown', canRetry: true },
    ]);
    reply = 'agree';
    test.clock.advance(10 * MINUTE_MS);
    expect(await deliverEmails(test.context)).toEqual([]);
    await admin(`POST /api/admin/emails/${id}/retry`);
    await deliverEmails(test.context);
    expect(server?.accepted).toHaveLength(1);
  });

  it('cancels a queued email and requeues it on request', async () => {
    await withServer('agree');
    const id = await write('ann@example.org');
    const response = await admin(`POST /api/admin/emails/${id}/cancel`);
    expect(response.json()).toMatchObject({
      email: { state: 'cancelled', canRetry: true, nextAt: null },
    });
    await deliverEmails(test.context);
    expect(server?.accepted).toEqual([]);
    await admin(`POST /api/admin/emails/${id}/retry`);
    await deliverEmails(test.context);
    expect(server?.accepted).toHaveLength(1);
  });

  it.each(['retry', 'cancel'])('rejects %s of a sent or missing email', async (what) => {
    const id = await write('ann@example.org');
    await deliverEmails(test.context);
    const sent = await admin(`POST /api/admin/emails/${id}/${what}`);
    expect([sent.statusCode, sent.json().code]).toEqual([409, 'STATE_CONFLICT']);
    const missing = await admin(`POST /api/admin/emails/nothing/${what}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it('rejects a retry of an expired email', async () => {
    await withServer({ code: 554, text: 'no such spam' });
    const id = await write('ann@example.org', { expiresAt: test.clock.now() + MINUTE_MS });
    await deliverEmails(test.context);
    test.clock.advance(MINUTE_MS);
    expect((await list()).emails).toMatchObject([{ canRetry: false }]);
    expect((await admin(`POST /api/admin/emails/${id}/retry`)).statusCode).toBe(409);
  });
});

describe('the mail folder', () => {
  it('is listed newest first, and each email can be read and downloaded', async () => {
    await write('one@example.org');
    test.clock.advance(1000);
    await write('two@example.org', {
      content: {
        ...content,
        replyTo: { name: 'Bob', address: 'bob@example.org' },
        unsubscribe: { page: 'https://example.org/u', oneClick: 'https://example.org/api/u' },
      },
    });
    await deliverEmails(test.context);
    const listed = await folder();
    expect(listed).toMatchObject({ result: 2, pages: 1 });
    expect(receivers(listed)).toEqual(['two@example.org', 'one@example.org']);
    const [{ file }] = listed.emails;
    expect((await list()).emails[0].file).toBe(file);

    const email = (await admin(`GET /api/admin/mail-folder/${file}`)).json();
    expect(email).toMatchObject({
      to: 'two@example.org',
      from: 'Maren Halvard <site@localhost>',
      replyTo: 'Bob <bob@example.org>',
      subject: 'Please confirm',
      unsubscribe: 'https://example.org/api/u',
      html: true,
      date: new Date(test.clock.now()).toISOString(),
    });
    expect(email.text).toContain('Confirm:\nhttps://example.org/confirm#a-secret-token');

    const source = await admin(`GET /api/admin/mail-folder/${file}/source`);
    expect(source.headers['content-type']).toBe('message/rfc822');
    expect(source.headers['content-disposition']).toBe(`attachment; filename="${file}"`);
    expect(source.body).toMatch(/^From: /m);
  });

  it('keeps an email for a month and does not delete other files', async () => {
    const place = path.join(test.context.config.dataFolder, 'mail');
    const { clock } = test;
    await write('old@example.org');
    await deliverEmails(test.context);
    writeFileSync(path.join(place, 'a-letter-of-mine.eml'), 'Subject: Keep me');
    clock.advance(15 * 86_400_000);
    await write('newer@example.org');
    await deliverEmails(test.context);
    clock.advance(15 * 86_400_000 + 1);
    await purgeMailFolder(test.context);
    const left = readdirSync(place).sort();
    expect(left).toHaveLength(2);
    expect(left[1]).toBe('a-letter-of-mine.eml');
    const call = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    const { emails } = (await call('GET /api/admin/emails')).json();
    expect(emails.map(({ file }: { file: string | null }) => file)).toEqual([left[0], null]);
  });

  it('blocks scripts, resources and links in the HTML of an email', async () => {
    await write('ann@example.org');
    await deliverEmails(test.context);
    const [{ file }] = (await folder()).emails;
    const { headers, body } = await admin(`GET /api/admin/mail-folder/${file}/html`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part): [string, string] => [
          part.split(' ')[0] ?? '',
          part.split(' ').slice(1).join(' '),
        ]),
    );
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('sandbox')).toBe('');
    expect(policy.get('frame-ancestors')).toBe("'self'");
    expect([...policy.keys()]).not.toContain('script-src');
    expect(body).toContain('&lt;b&gt;Somebody&lt;/b&gt;');
  });

  it('reads emails of other programs and files that are not emails', async () => {
    const place = path.join(test.context.config.dataFolder, 'mail');
    mkdirSync(place);
    writeFileSync(path.join(place, 'a.eml'), 'Subject: By hand\r\n\r\nHello\r\n');
    writeFileSync(path.join(place, 'b.eml'), Buffer.from([0, 255, 254, 13, 10, 0]));
    writeFileSync(path.join(place, '.half-written.eml.tmp'), 'x');
    expect((await folder()).emails).toMatchObject([
      { file: 'b.eml', date: null },
      { file: 'a.eml', subject: 'By hand', to: '' },
    ]);
    expect((await admin('GET /api/admin/mail-folder/a.eml')).json()).toMatchObject({
      text: 'Hello\n',
      html: false,
    });
    expect((await admin('GET /api/admin/mail-folder/a.eml/html')).statusCode).toBe(404);
  });

  it.each([
    '..%2Fsite.db',
    '..%2F..%2Fetc%2Fpasswd',
    '%2e%2e%2fsite.db.eml',
    '.hidden.eml',
    'a.eml%00',
    'nothing.eml',
    'secrets',
  ])('is left by no name: %s', async (name) => {
    for (const part of ['', '/html', '/source']) {
      const response = await admin(`GET /api/admin/mail-folder/${name}${part}`);
      expect([400, 404]).toContain(response.statusCode);
    }
  });

  it('is unavailable with an SMTP transport', async () => {
    await write('ann@example.org');
    await deliverEmails(test.context);
    const [{ file }] = (await folder()).emails;
    await withServer('agree');
    expect(await folder()).toEqual({ emails: [], result: 0, page: 1, pages: 0 });
    expect((await admin(`GET /api/admin/mail-folder/${file}`)).statusCode).toBe(404);
  });
});

it('requires re-authentication before it shows messages and links of the folder', async () => {
  await write('ann-secret@example.org');
  await deliverEmails(test.context);
  const [{ file }] = (await folder()).emails;
  test.context.database.raw.exec('UPDATE sessions SET confirmed_at = 0');
  const paths = ['', ...['', '/html', '/source'].map((part) => `/${file}${part}`)];
  for (const path of paths) {
    const response = await admin(`GET /api/admin/mail-folder${path}`);
    expect([path, response.statusCode, response.json().code]).toEqual([
      path,
      403,
      'REAUTHENTICATION_REQUIRED',
    ]);
    expect(response.body).not.toContain('secret');
  }
  await admin('POST /api/account/confirm', { password: TEST_PASSWORD });
  for (const path of paths) {
    expect((await admin(`GET /api/admin/mail-folder${path}`)).statusCode).toBe(200);
  }
});

it('is limited to admins', async () => {
  const id = await write('ann-secret@example.org');
  await deliverEmails(test.context);
  const [{ file }] = (await folder()).emails;
  const member = callerOf(test.app, await signedInAs(test));
  for (const what of [
    'GET /api/admin/emails',
    `POST /api/admin/emails/${id}/retry`,
    `POST /api/admin/emails/${id}/cancel`,
    'GET /api/admin/mail-folder',
    ...['', '/html', '/source'].map((part) => `GET /api/admin/mail-folder/${file}${part}`),
  ]) {
    const response = await member(what);
    expect([what, response.statusCode]).toEqual([what, 403]);
    expect(response.body).not.toContain('secret');
  }
});
