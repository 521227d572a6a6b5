import { readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { contactMessages as sentences } from '#contracts/contact.ts';
import { contactMessages } from '../../db/schema.ts';
import { callerOf } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp, type TestOverrides } from '../../testing/build-test-app.ts';
import { mailFiles, readMail } from '../../testing/read-mail.ts';
import { signedInAs } from '../../testing/signed-in-as.ts';
import { until } from '../../testing/until.ts';

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
const mails = () => mailFiles(test.context.config.dataFolder);
const mailed = () => until('a mail was written', () => mails()[0]);

describe('a message', () => {
  it('is kept, thanked for, and written as a mail to the admin that answers its sender', async () => {
    const call = await open();
    const admin = await signedInAs(test, { role: 'admin' });
    await signedInAs(test);
    const answer = await call('POST /api/contact', valid);
    expect(answer.statusCode).toBe(201);
    expect(answer.json().msg).toMatch(/^Thank you\. Your message has arrived/);
    expect(stored()).toMatchObject([{ ...valid, receivedAt: test.clock.now(), readAt: null }]);
    const file = await mailed();
    const { field, text } = readMail(readFileSync(file, 'utf8'));
    expect(field.get('to')).toBe(admin.user.email);
    expect(field.get('reply-to')).toBe('Ann Example <ann@example.org>');
    expect(field.get('from')).toBe('site@localhost');
    expect(field.get('subject')).toBe('Message from Ann Example');
    expect(field.get('date')).toBe(
      new Date(test.clock.now()).toUTCString().replace('GMT', '+0000'),
    );
    expect(text).toContain(valid.message);
    expect(statSync(file).mode & 0o077).toBe(0);
    await until('it is noted', () => stored()[0]?.mailedAt);
  });

  it('waits in the inbox while there is no admin to tell', async () => {
    const call = await open();
    expect((await call('POST /api/contact', valid)).statusCode).toBe(201);
    await test.app.close();
    expect(stored()).toMatchObject([{ mailedAt: null }]);
    expect(mails()).toEqual([]);
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
    ['a field nobody knows', { ...valid, subject: 'Hi' }, 'request', /./],
  ])('with %s is refused with a sentence at the field', async (_what, body, field, sentence) => {
    const call = await open();
    const answer = await call('POST /api/contact', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('VALIDATION');
    expect(answer.json().fields[field]).toMatch(sentence);
    expect(stored()).toEqual([]);
  });

  it('of a program that fills in the hidden field gets the same answer and is kept nowhere', async () => {
    const call = await open();
    await signedInAs(test, { role: 'admin' });
    const person = await call('POST /api/contact', valid);
    const program = await call('POST /api/contact', { ...valid, website: 'https://spam.example' });
    expect([program.statusCode, program.body]).toEqual([person.statusCode, person.body]);
    await test.app.close();
    expect(stored()).toHaveLength(1);
    expect(mails()).toHaveLength(1);
  });

  it('from another site is refused', async () => {
    await open();
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: valid,
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'CROSS_SITE']);
    expect(stored()).toEqual([]);
  });
});

describe('the limit of an address', () => {
  it('is five an hour; what was refused for its fields does not count', async () => {
    const call = await open();
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

  it('counts programs too', async () => {
    const call = await open();
    const body = { ...valid, website: 'x' };
    for (let number = 0; number < 5; number += 1) await call('POST /api/contact', body);
    expect((await call('POST /api/contact', body)).statusCode).toBe(429);
  });
});

describe('a mail', () => {
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
      const { names, field } = readMail(readFileSync(await mailed(), 'utf8'));
      const known = 'auto-submitted content-transfer-encoding content-type date from message-id';
      expect(names.toSorted()).toEqual([
        ...known.split(' '),
        'mime-version',
        'reply-to',
        'subject',
        'to',
      ]);
      expect(field.get('to')).toBe(admin.user.email);
      expect(field.get('reply-to')?.match(/<[^<>]*>$/)?.[0]).toBe('<ann@example.org>');
    },
  );

  it('that cannot be sent loses no message', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const call = await open({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
    await signedInAs(test, { role: 'admin' });
    expect((await call('POST /api/contact', valid)).statusCode).toBe(201);
    await test.app.close();
    expect(stored()).toMatchObject([{ ...valid, mailedAt: null }]);
  });

  it('leaves through the mail server where there is one', async () => {
    const server = await startMailServer();
    const call = await open({
      config: { smtpUrl: `smtp://127.0.0.1:${server.port}`, mailFrom: 'site@example.net' },
    });
    const admin = await signedInAs(test, { role: 'admin' });
    expect((await call('POST /api/contact', valid)).statusCode).toBe(201);
    await until('it is noted', () => stored()[0]?.mailedAt);
    expect(server.commands).toContain('MAIL FROM:<site@example.net>');
    expect(server.commands).toContain(`RCPT TO:<${admin.user.email}>`);
    expect(readMail(server.data()).field.get('subject')).toBe('Message from Ann Example');
    expect(mails()).toEqual([]);
    await server.close();
  });
});

/** As much of a mail server as it takes to receive one mail. */
async function startMailServer() {
  const commands: string[] = [];
  let data = '';
  const server = createServer((socket) => {
    let inData = false;
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      rest += chunk;
      if (inData) {
        const end = rest.indexOf('\r\n.\r\n');
        if (end < 0) return;
        data = rest.slice(0, end);
        rest = rest.slice(end + 5);
        inData = false;
        socket.write('250 kept\r\n');
      }
      for (let end = rest.indexOf('\r\n'); end >= 0 && !inData; end = rest.indexOf('\r\n')) {
        const command = rest.slice(0, end);
        rest = rest.slice(end + 2);
        commands.push(command);
        inData = command === 'DATA';
        socket.write(inData ? '354 go on\r\n' : '250 fine\r\n');
        if (command === 'QUIT') socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    data: () => data,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
