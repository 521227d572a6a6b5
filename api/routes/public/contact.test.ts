import { statSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { contactMessages as sentences } from '#contracts/form-messages.ts';
import { contactMessages } from '../../db/schema/site.ts';
import { callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp, type TestOverrides } from '../../testing/build-test-app.ts';
import { closedPort, deliverEmails, sentEmails, startSmtpServer } from '../../testing/emails.ts';

const valid = {
  name: 'Ann Example',
  email: 'ann@example.org',
  message: 'Hello,\n\nwould you speak at our meetup?\n.\nAnn',
};

let test: TestApp;
const open = async (overrides: TestOverrides = {}) => {
  test = await buildTestApp(overrides);
  return callerOf(test.app, { headers: { 'sec-fetch-site': 'same-origin' } as never });
};
afterEach(() => test.close());

const stored = () => test.context.database.query.select().from(contactMessages).all();
const emails = () => sentEmails(test.context);

describe('a message', () => {
  it('is stored, confirmed and emailed to the admin with the sender as reply address', async () => {
    const call = await open();
    const admin = await signedInAs(test, { role: 'admin' });
    await signedInAs(test);
    const response = await call('POST /api/contact', valid);
    expect(response.statusCode).toBe(201);
    expect(response.json().msg).toMatch(/^Thank you\. We have received your message/);
    expect(stored()).toMatchObject([{ ...valid, receivedAt: test.clock.now(), readAt: null }]);
    const [email] = await emails();
    expect(email?.to).toEqual([{ name: '', address: admin.user.email }]);
    expect(email?.replyTo).toEqual([{ name: 'Ann Example', address: 'ann@example.org' }]);
    expect(email?.from).toEqual({ name: 'Maren Halvard', address: 'site@localhost' });
    expect(email?.subject).toBe('Message from Ann Example');
    expect(email?.date).toBe(new Date(test.clock.now()).toISOString());
    expect(email?.text).toContain(valid.message.replace(/^/gm, '> '));
    expect(statSync(email?.file ?? '').mode & 0o077).toBe(0);
    expect(stored()[0]?.emailedAt).toBe(test.clock.now());
  });

  it('is stored from a form without JavaScript, which leads to a page', async () => {
    const call = await open();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
    };
    const send = (fields: Record<string, string>) =>
      call('POST /api/contact', `${new URLSearchParams({ website: '', ...fields })}`, headers);
    const sent = await send({ ...valid, message: valid.message.replaceAll('\n', '\r\n') });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/contact#sent']);
    expect(stored().map(({ message }) => message.replaceAll('\r', ''))).toEqual([valid.message]);
    const refused = await send({ ...valid, email: 'ann@' });
    expect(refused.statusCode).toBe(400);
    expect(refused.headers['content-type']).toMatch(/^text\/html/);
    expect(refused.body).toContain(sentences.email);
    expect(stored()).toHaveLength(1);
  });

  it('is sent to each admin in a separate email', async () => {
    const call = await open();
    const admins = [
      await signedInAs(test, { role: 'admin' }),
      await signedInAs(test, { role: 'admin' }),
    ];
    await call('POST /api/contact', valid);
    const receivers = (await emails()).map(({ to }) => to?.map(({ address }) => address));
    expect(receivers.toSorted()).toEqual(admins.map(({ user }) => [user.email]).toSorted());
  });

  it('is stored in the inbox without an admin', async () => {
    const call = await open();
    expect((await call('POST /api/contact', valid)).statusCode).toBe(201);
    expect(await emails()).toEqual([]);
    expect(stored()).toMatchObject([{ emailedAt: null }]);
  });

  it.each([
    ['no name', { ...valid, name: ' ' }, 'name', sentences.name],
    ['no address', { ...valid, email: '' }, 'email', sentences.email],
    ['half an address', { ...valid, email: 'ann@' }, 'email', sentences.email],
    [
      'two addresses',
      { ...valid, email: 'a@example.org, b@example.org' },
      'email',
      sentences.email,
    ],
    ['no text', { ...valid, message: '\n' }, 'message', sentences.message],
    [
      'too much text',
      { ...valid, message: 'x'.repeat(5001) },
      'message',
      'At most 5000 characters.',
    ],
    ['an unknown field', { ...valid, subject: 'Hi' }, 'request', /./],
  ])(
    'with %s is refused with a sentence at the field',
    async (_what, body, field, errorMessage) => {
      const call = await open();
      const response = await call('POST /api/contact', body);
      expect(response.statusCode).toBe(400);
      expect(response.json().code).toBe('VALIDATION');
      expect(response.json().fields[field]).toMatch(errorMessage);
      expect(stored()).toEqual([]);
    },
  );

  it('with a filled honeypot field gets the same response and is not stored', async () => {
    const call = await open();
    await signedInAs(test, { role: 'admin' });
    const person = await call('POST /api/contact', valid);
    const program = await call('POST /api/contact', { ...valid, website: 'https://spam.example' });
    expect([program.statusCode, program.body]).toEqual([person.statusCode, person.body]);
    expect(stored()).toHaveLength(1);
    expect(await emails()).toHaveLength(1);
  });

  it('from another site is rejected', async () => {
    await open();
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: valid,
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    });
    expect([response.statusCode, response.json().code]).toEqual([403, 'CROSS_SITE']);
    expect(stored()).toEqual([]);
  });
});

describe('the rate limit of an IP address', () => {
  it('is five messages an hour, without invalid ones', async () => {
    const call = await open({ config: { rateLimits: true } });
    for (let slip = 0; slip < 6; slip += 1) {
      expect((await call('POST /api/contact', { ...valid, email: 'ann' })).statusCode).toBe(400);
    }
    for (let number = 0; number < 5; number += 1) {
      expect((await call('POST /api/contact', valid)).statusCode).toBe(201);
    }
    const refused = await call('POST /api/contact', valid);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBe(3600);
    expect(stored()).toHaveLength(5);
    test.clock.advance(3_600_001);
    expect((await call('POST /api/contact', valid)).statusCode).toBe(201);
  });

  it('includes messages with a filled honeypot field', async () => {
    const call = await open({ config: { rateLimits: true } });
    const body = { ...valid, website: 'x' };
    for (let number = 0; number < 5; number += 1) await call('POST /api/contact', body);
    expect((await call('POST /api/contact', body)).statusCode).toBe(429);
  });
});

describe('an email', () => {
  it.each([
    ['a name with a line break', { name: 'Ann\r\nBcc: all@example.org' }],
    ['an address with a line break', { email: 'ann@example.org\r\nBcc: all@example.org' }],
    ['a name with a null', { name: 'Ann\u0000' }],
  ])('is never made from %s', async (_what, fields) => {
    const call = await open();
    expect((await call('POST /api/contact', { ...valid, ...fields })).statusCode).toBe(400);
    expect(stored()).toEqual([]);
  });

  it.each([
    ['another address', 'Ann <all@example.org>, Bob'],
    ['quotes and commas', '"Ann", <x@example.org>; Bcc: all@example.org'],
    ['an encoded line break', '=?utf-8?Q?Ann=0D=0ABcc:_all=40example.org?='],
    ['a line separator', 'Ann\u2028Bcc: all@example.org'],
    ['letters of everywhere', 'Åsa 日本 🚂'],
  ])(
    'has one sender, one receiver and no further field with a name that holds %s',
    async (_what, name) => {
      const call = await open();
      const admin = await signedInAs(test, { role: 'admin' });
      const message = `${valid.message}\nBcc: all@example.org\nÅ`;
      expect((await call('POST /api/contact', { ...valid, name, message })).statusCode).toBe(201);
      const [email] = await emails();
      const names = email?.headers.map(({ key }) => key) ?? [];
      const known = 'auto-submitted content-type date from message-id mime-version reply-to';
      expect(names.toSorted()).toEqual([...known.split(' '), 'subject', 'to']);
      expect(email?.to).toEqual([{ name: '', address: admin.user.email }]);
      expect(email?.replyTo).toHaveLength(1);
      expect(email?.replyTo?.[0]?.address).toBe('ann@example.org');
    },
  );

  it('that cannot be sent does not lose the message', async () => {
    const call = await open({ config: { smtpUrl: `smtp://127.0.0.1:${await closedPort()}` } });
    await signedInAs(test, { role: 'admin' });
    expect((await call('POST /api/contact', valid)).statusCode).toBe(201);
    expect(await deliverEmails(test.context)).toMatchObject([{ delivery: { status: 'later' } }]);
    expect(stored()).toMatchObject([{ ...valid, emailedAt: null }]);
  });

  it('is sent through the SMTP transport if it is configured', async () => {
    const server = await startSmtpServer();
    const call = await open({ config: { smtpUrl: server.url, mailFrom: 'site@example.net' } });
    const admin = await signedInAs(test, { role: 'admin' });
    expect((await call('POST /api/contact', valid)).statusCode).toBe(201);
    await deliverEmails(test.context);
    expect(stored()[0]?.emailedAt).toBe(test.clock.now());
    expect(server.accepted).toMatchObject([
      {
        from: 'site@example.net',
        to: [admin.user.email],
        source: expect.stringMatching(/^Subject: Message from Ann Example\r$/m),
      },
    ]);
    expect(await emails()).toEqual([]);
    await server.close();
  });
});
