import { afterEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts';
import type { EmailContent } from '#contracts/mail.ts';
import { emails } from '../../db/schema/email.ts';
import { createSmtpTransport } from '../../integrations/mailer.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  closedPort,
  deliverEmails,
  type Reply,
  sentEmails,
  startSmtpServer,
  type TestSmtpServer,
} from '../../testing/emails.ts';
import { until } from '../../testing/until.ts';
import { enqueueEmail, RETRY_PERIOD_MS } from './email-queue.ts';
import { createMailer } from './eml-folder.ts';
import { purgeEmails, recoverEmails, sendNextEmail } from './send-email.ts';

const content: EmailContent = {
  subject: 'Please confirm',
  title: 'Is this your address?',
  paragraphs: ['Somebody, hopefully you, gave it.'],
  button: { label: 'Confirm', href: 'https://example.org/confirm#a-secret-token' },
  reason: 'You get this mail because somebody gave your address.',
};

let test: TestApp;
let server: TestSmtpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  await test.close();
});

const openAt = async (smtpUrl: string | null) => {
  test = await buildTestApp({ config: { smtpUrl } });
};
const open = async (script: Parameters<typeof startSmtpServer>[0] = {}) => {
  server = await startSmtpServer(script);
  await openAt(server.url);
  return server;
};
const write = (more: Partial<Parameters<typeof enqueueEmail>[2]> = {}) =>
  test.context.database.write((transaction) =>
    enqueueEmail(transaction, test.context, {
      kind: 'account',
      to: 'ann@example.org',
      content,
      ...more,
    }),
  );
const rows = () => test.context.database.query.select().from(emails).all();
const states = () => rows().map(({ state }) => state);

async function sendWith(mailer = createMailer(test.context.config), leaseOwner = 'one') {
  const delivered = await sendNextEmail(test.context, { mailer, leaseOwner });
  mailer.rest();
  return delivered?.delivery;
}

/** Replies in this order, then with the last one. */
const inTurn =
  (...replies: Reply[]) =>
  () =>
    (replies.length > 1 ? replies.shift() : replies[0]) as Reply;

describe('an email', () => {
  it('is stored in the transaction of the change that triggers it', async () => {
    await openAt(null);
    const failing = test.context.database.write((transaction) => {
      enqueueEmail(transaction, test.context, { kind: 'account', to: 'ann@example.org', content });
      throw new Error('the account could not be made');
    });
    await expect(failing).rejects.toThrow('the account');
    expect(await sentEmails(test.context)).toEqual([]);
  });

  it('is sent once, and its content is deleted', async () => {
    const { accepted } = await open();
    await write();
    expect(await deliverEmails(test.context)).toMatchObject([{ delivery: { status: 'sent' } }]);
    expect(await deliverEmails(test.context)).toEqual([]);
    expect(accepted).toMatchObject([{ from: 'site@localhost', to: ['ann@example.org'] }]);
    expect(rows()).toMatchObject([
      {
        state: 'sent',
        attempts: 1,
        content: null,
        subject: 'Please confirm',
        endedAt: test.clock.now(),
      },
    ]);
    expect(JSON.stringify(rows())).not.toContain('a-secret-token');
  });

  it('to one recipient is sent before those to many', async () => {
    await openAt(null);
    await write({ kind: 'newsletter', to: 'many@example.org' });
    await write({ to: 'one@example.org' });
    const sent = await deliverEmails(test.context);
    expect(sent.map(({ email }) => email.kind)).toEqual(['account', 'newsletter']);
  });

  it('stays in the queue if the name of the site cannot be read', async () => {
    await openAt(null);
    await write();
    const { raw } = test.context.database;
    raw.exec('ALTER TABLE content_files RENAME TO unreadable_content');
    await expect(sendWith()).rejects.toThrow('content_files');
    raw.exec('ALTER TABLE unreadable_content RENAME TO content_files');
    expect(states()).toEqual(['queued']);
    expect(await sendWith()).toMatchObject({ status: 'sent' });
  });

  it('that has expired is not sent', async () => {
    const { accepted } = await open();
    await write({ expiresAt: test.clock.now() + 60 * MINUTE_MS });
    test.clock.advance(60 * MINUTE_MS);
    expect(await deliverEmails(test.context)).toMatchObject([{ delivery: { status: 'refused' } }]);
    expect(accepted).toEqual([]);
    expect(rows()).toMatchObject([
      { state: 'failed', response: expect.stringContaining('expired') },
    ]);
    await purgeEmails(test.context);
    expect(rows()).toMatchObject([{ content: null }]);
  });

  it('shares a connection with others, and uses a new one after that has closed', async () => {
    const { accepted, connections } = await open();
    for (let number = 0; number < 3; number += 1) await write();
    await deliverEmails(test.context);
    expect([accepted.length, connections()]).toEqual([3, 1]);

    const mailer = createSmtpTransport(test.context.config.smtpUrl ?? '');
    await write();
    await sendNextEmail(test.context, { mailer, leaseOwner: 'one' });
    server?.hangUp();
    await write();
    expect(await sendWith(mailer)).toMatchObject({ status: 'sent' });
    expect(accepted).toHaveLength(5);
  });

  it('keeps its Message-ID in all attempts', async () => {
    const { arrived } = await open({ message: inTurn({ code: 451, text: 'try later' }, 'agree') });
    await write();
    await sendWith();
    test.clock.advance(MINUTE_MS);
    await sendWith();
    const ids = arrived.map((source) => /^Message-ID: (.+)\r$/m.exec(source)?.[1]);
    expect(ids).toEqual([rows()[0]?.messageId, rows()[0]?.messageId]);
  });
});

describe('an SMTP server that', () => {
  const later: [string, Parameters<typeof startSmtpServer>[0]][] = [
    ['refuses the connection for now', { connect: () => ({ code: 421, text: 'too busy' }) }],
    ['refuses the sender for now', { sender: () => ({ code: 450, text: 'not yet' }) }],
    ['does not want the sender', { sender: () => ({ code: 550, text: 'who are you' }) }],
    ['refuses the receiver for now', { receiver: () => ({ code: 450, text: 'greylisted' }) }],
    ['closes instead of answering', { receiver: () => ({ code: 421, text: 'closing' }) }],
    ['refuses the message for now', { message: () => ({ code: 451, text: 'try later' }) }],
    ['is lost before the message', { receiver: () => 'hang up' }],
    ['is lost at once', { connect: () => 'hang up' }],
  ];
  it.each(later)('%s receives the email later', async (_what, script) => {
    const { accepted } = await open(script);
    await write();
    expect(await sendWith()).toMatchObject({ status: 'later' });
    expect(rows()).toMatchObject([
      { state: 'queued', attempts: 1, handedOverAt: null, runAt: test.clock.now() + MINUTE_MS / 2 },
    ]);
    expect(rows()[0]?.response).not.toBe('');
    expect(await sendWith()).toBeUndefined();
    await server?.close();
    const better = await startSmtpServer();
    test.context.config.smtpUrl = better.url;
    test.clock.advance(MINUTE_MS / 2);
    expect(await sendWith()).toMatchObject({ status: 'sent' });
    expect([accepted.length, better.accepted.length]).toEqual([0, 1]);
    await better.close();
  });

  it('cannot be reached is retried with doubling pauses until the email fails', async () => {
    await openAt(`smtp://127.0.0.1:${await closedPort()}`);
    await write();
    const pauses: number[] = [];
    while (states()[0] === 'queued') {
      const now = test.clock.now();
      await sendWith();
      pauses.push((rows()[0]?.runAt ?? 0) - now);
      test.clock.advance(Math.max(pauses.at(-1) ?? 0, 0));
    }
    expect(pauses.slice(0, 4)).toEqual([0.5, 1, 2, 4].map((minutes) => minutes * MINUTE_MS));
    expect(Math.max(...pauses)).toBe(6 * 60 * MINUTE_MS);
    expect(rows()).toMatchObject([
      { state: 'failed', response: expect.stringContaining('ECONNREFUSED'), content },
    ]);
    expect(rows()[0]?.endedAt).toBeGreaterThan(RETRY_PERIOD_MS - 6 * 60 * MINUTE_MS);
  });

  const refused: [string, Parameters<typeof startSmtpServer>[0]][] = [
    ['does not know the receiver', { receiver: () => ({ code: 550, text: 'no such user' }) }],
    ['does not want the message', { message: () => ({ code: 554, text: 'no such spam' }) }],
    ['wants smaller ones', { options: { size: 100 } }],
  ];
  it.each(refused)('%s is asked once, and its reply is stored', async (_what, script) => {
    const { accepted } = await open(script);
    await write();
    expect(await sendWith()).toMatchObject({ status: 'refused' });
    test.clock.advance(DAY_MS);
    expect(await sendWith()).toBeUndefined();
    expect(rows()).toMatchObject([
      { state: 'failed', attempts: 1, response: expect.stringMatching(/no such|size/i), content },
    ]);
    expect(accepted).toEqual([]);
  });

  const unknown: [string, Parameters<typeof startSmtpServer>[0]][] = [
    ['is lost after the message', { message: () => 'hang up' }],
    ['never says whether it has it', { message: () => new Promise<Reply>(() => undefined) }],
  ];
  it.each(unknown)('%s does not receive the email again automatically', async (_what, script) => {
    const { arrived } = await open(script);
    await write();
    const timeouts = { connect: 2000, envelope: 2000, message: 300 };
    const mailer = createSmtpTransport(test.context.config.smtpUrl ?? '', timeouts);
    expect(await sendWith(mailer)).toMatchObject({ status: 'unknown' });
    test.clock.advance(DAY_MS);
    expect(await sendWith()).toBeUndefined();
    await recoverEmails(test.context, () => true);
    expect(await sendWith()).toBeUndefined();
    expect(states()).toEqual(['unknown']);
    expect(arrived).toHaveLength(1);
  });

  it('does not reply before the content times out, and the email is retried', async () => {
    await open({ receiver: () => 'say nothing' });
    await write();
    const timeouts = { connect: 2000, envelope: 200, message: 2000 };
    const mailer = createSmtpTransport(test.context.config.smtpUrl ?? '', timeouts);
    expect(await sendWith(mailer)).toMatchObject({
      status: 'later',
      response: expect.stringContaining('too long'),
    });
    expect(states()).toEqual(['queued']);
  });
});

describe('a process that exits during an attempt', { tags: ['topic'] }, () => {
  /** Claims as a process that is killed before or after the SMTP server may have the email. */
  async function killedWhileSending(after: boolean) {
    await open();
    await write();
    const silence = new Promise<never>(() => undefined);
    const handedOver = new Promise<void>((resolve) => {
      void sendNextEmail(test.context, {
        leaseOwner: 'killed',
        mailer: {
          deliver: async (_message, handOver) => {
            if (after) await handOver();
            resolve();
            return silence;
          },
          rest: () => undefined,
          cutOff: () => undefined,
        },
      });
    });
    await handedOver;
  }
  const gone = (owner: string) => owner === 'killed';

  it('before the SMTP server has the email leaves it to the next process', async () => {
    await killedWhileSending(false);
    expect(await recoverEmails(test.context, () => false)).toEqual([]);
    expect(await sendWith()).toBeUndefined();
    expect(await recoverEmails(test.context, gone)).toEqual([]);
    expect(await sendWith()).toMatchObject({ status: 'sent' });
    expect(server?.accepted).toHaveLength(1);
  });

  it('while the SMTP server may have the email marks it as unknown', async () => {
    await killedWhileSending(true);
    expect(await recoverEmails(test.context, gone)).toEqual([rows()[0]?.publicId]);
    expect(states()).toEqual(['unknown']);
    expect(await sendWith()).toBeUndefined();
    expect(server?.accepted).toEqual([]);
  });

  it('gracefully aborts a slow attempt and stores its result', async () => {
    for (const [script, state] of [
      [{ receiver: () => 'say nothing' }, 'queued'],
      [{ message: () => 'say nothing' }, 'unknown'],
    ] as const) {
      await test?.close();
      await server?.close();
      await open(script as Parameters<typeof startSmtpServer>[0]);
      await write();
      const mailer = createSmtpTransport(test.context.config.smtpUrl ?? '');
      const sending = sendWith(mailer);
      await until('it is in the middle of it', () =>
        state === 'queued' ? server?.connections() === 1 : server?.arrived.length === 1,
      );
      mailer.cutOff();
      await sending;
      expect(rows()).toMatchObject([{ state, response: 'The server was shutting down.' }]);
    }
  });

  it('on another machine keeps its lease until the lease expires', async () => {
    await killedWhileSending(false);
    test.clock.advance(5 * MINUTE_MS - 1);
    await recoverEmails(test.context, () => false);
    expect(await sendWith()).toBeUndefined();
    test.clock.advance(1);
    await recoverEmails(test.context, () => false);
    expect(await sendWith()).toMatchObject({ status: 'sent' });
  });

  it('is only suspended sends nothing after another process has claimed the email', async () => {
    const { arrived } = await open();
    await write();
    const slow = createSmtpTransport(test.context.config.smtpUrl ?? '');
    await sendNextEmail(test.context, {
      leaseOwner: 'asleep',
      mailer: {
        ...slow,
        deliver: async (message, handOver) => {
          await recoverEmails(test.context, (owner) => owner === 'asleep');
          await sendWith();
          return slow.deliver(message, handOver);
        },
      },
    });
    slow.rest();
    expect(arrived).toHaveLength(1);
    expect(states()).toEqual(['sent']);
  });
});

it('sends each email once from several processes', async () => {
  const { accepted } = await open();
  for (let number = 0; number < 40; number += 1) await write({ to: `${number}@example.org` });
  await Promise.all(Array.from({ length: 4 }, () => deliverEmails(test.context)));
  expect(accepted.map(({ to }) => to[0]).toSorted()).toEqual(
    Array.from({ length: 40 }, (_, number) => `${number}@example.org`).toSorted(),
  );
  expect(new Set(states())).toEqual(new Set(['sent']));
});

describe('a password of the SMTP server', () => {
  it('is read from SMTP_URL', async () => {
    let given: unknown;
    await open({
      options: {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ username, password }, _session, done) => {
          given = { username, password };
          done(null, { user: username });
        },
      },
    });
    test.context.config.smtpUrl = `smtp://site%40example.org:p%3Ass@127.0.0.1:${server?.port}`;
    await write();
    expect(await sendWith()).toMatchObject({ status: 'sent' });
    expect(given).toEqual({ username: 'site@example.org', password: 'p:ss' });
  });

  it('that is wrong postpones the email, and is stored nowhere', async () => {
    await open({
      options: {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) =>
          done(Object.assign(new Error('wrong'), { responseCode: 535 })),
      },
    });
    test.context.config.smtpUrl = `smtp://site:a-secret-password@127.0.0.1:${server?.port}`;
    await write();
    expect(await sendWith()).toMatchObject({ status: 'later', scope: 'server' });
    expect(JSON.stringify(rows())).not.toContain('a-secret-password');
  });

  it('is never sent without TLS', async () => {
    await open();
    // An address of this machine that does not count as local.
    test.context.config.smtpUrl = `smtp://site:a-secret-password@0.0.0.0:${server?.port}`;
    await write();
    const response = expect.stringMatching(/STARTTLS/);
    expect(await sendWith()).toMatchObject({ status: 'later', scope: 'server', response });
    expect(server?.accepted).toEqual([]);
  });
});

it('rejects an untrusted certificate before it sends anything', async () => {
  // The test server warns about its public key pair.
  const warning = vi.spyOn(console, 'error').mockReturnValue();
  const { accepted } = await open({ options: { secure: true } });
  warning.mockRestore();
  test.context.config.smtpUrl = `smtps://127.0.0.1:${server?.port}`;
  await write();
  expect(await sendWith()).toMatchObject({
    status: 'later',
    scope: 'server',
    response: expect.stringMatching(/certificate/i),
  });
  test.context.config.smtpUrl = `smtps://127.0.0.1:${server?.port}?tls.rejectUnauthorized=false`;
  test.clock.advance(MINUTE_MS);
  expect(await sendWith()).toMatchObject({ status: 'sent' });
  expect(accepted).toHaveLength(1);
});

describe('the history', () => {
  it('keeps the content of a failed email for a week, and its row for 90 days', async () => {
    await open({ receiver: () => ({ code: 550, text: 'no such user' }) });
    await write();
    await sendWith();
    test.clock.advance(7 * DAY_MS - 1);
    await purgeEmails(test.context);
    expect(rows()).toMatchObject([{ content }]);
    test.clock.advance(1);
    await purgeEmails(test.context);
    expect(rows()).toMatchObject([{ state: 'failed', content: null }]);
    test.clock.advance(83 * DAY_MS);
    await purgeEmails(test.context);
    expect(rows()).toEqual([]);
  });
});
