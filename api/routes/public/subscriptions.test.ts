import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts';
import { subscribeMessages } from '#contracts/form-messages.ts';
import { subscribers } from '../../db/schema/email.ts';
import { forwardSubscribers, purgeSubscribers } from '../../services/subscribers/subscribers.ts';
import { type Caller, callerOf } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp, type TestOverrides } from '../../testing/build-test-app.ts';
import { sentEmails } from '../../testing/emails.ts';
import { until } from '../../testing/until.ts';

const ann = { email: 'ann@example.org' };

let test: TestApp;
let call: Caller;
const open = async (overrides: TestOverrides = {}) => {
  test = await buildTestApp(overrides);
  call = callerOf(test.app, { headers: { 'sec-fetch-site': 'same-origin' } as never });
};
afterEach(() => test.close());

const stored = () => test.context.database.query.select().from(subscribers).all();
const emails = () => sentEmails(test.context);
const lastText = async () => (await emails()).at(-1)?.text ?? '';
const requestSubscription = (body: object = ann) => call('POST /api/subscribers', body);

const tokenOf = (text: string, page: string) =>
  new RegExp(`http://localhost:3000${page}#token=(\\S+)`).exec(text)?.[1] ?? '';
const confirmToken = (text: string) => tokenOf(text, '/subscribe/confirm');
const unsubscribeToken = (text: string) => tokenOf(text, '/unsubscribe');

/** Requests a subscription and returns the tokens of the email. */
async function subscribeAs(body: object = ann) {
  const before = (await emails()).length;
  expect((await requestSubscription(body)).statusCode).toBe(202);
  expect(await emails()).toHaveLength(before + 1);
  const text = await lastText();
  return { confirm: confirmToken(text), unsubscribe: unsubscribeToken(text) };
}
const confirm = (token: string) => call('POST /api/subscribers/confirm', { token });
const unsubscribe = (token: string) => call('POST /api/subscribers/unsubscribe', { token });

describe('a subscription', () => {
  it('is requested by email, effective once the link was used, and confirmed by a welcome email', async () => {
    await open();
    const tokens = await subscribeAs({ email: ' Ann@Example.org ' });
    expect(stored()).toMatchObject([{ ...ann, source: 'Subscribe', confirmedAt: null }]);
    const [email] = await emails();
    expect(email?.field.get('to')).toBe('ann@example.org');
    expect(email?.field.get('subject')).toMatch(/^Please confirm/);
    expect(JSON.stringify(stored())).not.toContain(tokens.confirm);

    const response = await confirm(tokens.confirm);
    expect([response.statusCode, response.json().msg]).toEqual([
      200,
      expect.stringMatching(/^You are subscribed/),
    ]);
    expect(stored()).toMatchObject([{ confirmedAt: test.clock.now() }]);
    const welcome = (await emails()).at(-1);
    expect(welcome?.field.get('subject')).toMatch(/^You are subscribed/);
    expect(unsubscribeToken(welcome?.text ?? '')).toBe(tokens.unsubscribe);
  });

  it('ends through any earlier unsubscribe link, also after a new subscription', async () => {
    await open();
    const first = await subscribeAs();
    await confirm(first.confirm);
    await unsubscribe(first.unsubscribe);
    const second = await subscribeAs();
    await confirm(second.confirm);
    expect(stored()).toHaveLength(1);
    expect((await unsubscribe(first.unsubscribe)).statusCode).toBe(200);
    expect(stored()).toEqual([]);
    // The link of an address cannot be guessed.
    expect((await unsubscribe(`${ann.email}.x`)).statusCode).toBe(403);
  });

  it('can be requested with the documented fields of the newsletter form', async () => {
    await open();
    await subscribeAs({ email_address: ann.email, from: 'Newsletter', website: '' });
    expect(stored()).toMatchObject([{ ...ann, source: 'Newsletter' }]);
  });

  it('works without JavaScript: the form leads to a page with the next step', async () => {
    await open();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await call('POST /api/subscribers', 'email=ann%40example.org&website=', form);
    expect([response.statusCode, response.headers.location]).toEqual([303, '/subscribe#requested']);
    const text = await lastText();
    const link = `token=${encodeURIComponent(`http://localhost:3000/subscribe/confirm#token=${confirmToken(text)}`)}`;
    const confirmed = await call('POST /api/subscribers/confirm', link, form);
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([
      303,
      '/subscribe#confirmed',
    ]);
    const left = await call(
      'POST /api/subscribers/unsubscribe',
      `token=${unsubscribeToken(text)}`,
      form,
    );
    expect([left.statusCode, left.headers.location]).toEqual([303, '/subscribe#left']);
    expect(stored()).toEqual([]);
  });

  it.each([
    ['/subscribe/confirm', '/api/subscribers/confirm', 'token=x'],
    ['/unsubscribe', '/api/subscribers/unsubscribe', 'token=x'],
    ['/unsubscribe', '/api/subscribers/unsubscribe', `token=${'x'.repeat(501)}`],
    ['/unsubscribe', '/api/subscribers/unsubscribe', ''],
    ['/unsubscribe-notifications', '/api/notifications/unsubscribe', 'token=x'],
    ['/unsubscribe-notifications', '/api/notifications/unsubscribe', 'token='],
  ])('leads forms without JavaScript to %s if the link is invalid', async (page, path, form) => {
    await open();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await call(`POST ${path}`, form, headers);
    expect([response.statusCode, response.headers.location]).toEqual([303, `${page}#invalid-link`]);
  });

  it('answers an email provider with an error if its link is invalid', async () => {
    await open();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const oneClick = 'List-Unsubscribe=One-Click';
    for (const resource of ['subscribers', 'notifications']) {
      const path = `/api/${resource}/unsubscribe?token=x`;
      expect((await call(`POST ${path}`, oneClick, headers)).statusCode).toBe(403);
    }
  });

  it.each([
    ['nothing', {}, 'email'],
    ['no address', { email: ' ' }, 'email'],
    ['half an address', { email: 'ann@' }, 'email'],
    [
      'half an address of the other form',
      { email_address: 'ann@', from: 'Newsletter' },
      'email_address',
    ],
    ['two addresses', { email: 'a@example.org, b@example.org' }, 'email'],
    ['a line break', { email: 'ann@example.org\r\nBcc: all@example.org' }, 'email'],
    ['a folded line', { email: 'ann@example.org\n Bcc: all@example.org' }, 'email'],
    ['a null', { email: 'ann\u0000@example.org' }, 'email'],
    ['a name beside it', { email: '"Ann" <ann@example.org>' }, 'email'],
  ])(
    'with %s is refused with a sentence at the field, and nothing is sent',
    async (_, body, field) => {
      await open();
      const response = await requestSubscription(body);
      expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION']);
      expect(response.json().fields).toEqual({ [field]: subscribeMessages.email });
      expect([stored(), await emails()]).toEqual([[], []]);
    },
  );

  it.each([
    ['another source', { ...ann, from: 'Bcc: all@example.org' }],
    ['an unknown field', { ...ann, confirmed: true }],
  ])('cannot bring along %s', async (_, body) => {
    await open();
    expect((await requestSubscription(body)).statusCode).toBe(400);
    expect(stored()).toEqual([]);
  });
});

describe('the privacy of subscribers', () => {
  it('returns the same response to new, pending, confirmed, throttled and honeypot requests', async () => {
    await open();
    const fresh = await requestSubscription();
    const waiting = await requestSubscription();
    await confirm(confirmToken(await lastText()));
    const confirmed = await requestSubscription();
    test.clock.advance(DAY_MS);
    const later = await requestSubscription();
    const trapped = await requestSubscription({
      email: 'bob@example.org',
      website: 'https://spam.example',
    });
    for (const response of [waiting, confirmed, later, trapped]) {
      expect([response.statusCode, response.body]).toEqual([fresh.statusCode, fresh.body]);
    }
    await test.app.close();
    expect(stored().map(({ email }) => email)).toEqual([ann.email]);
  });

  it('notifies the owner of the address, at most once a day', async () => {
    await open();
    const { confirm: token } = await subscribeAs();
    await confirm(token);
    for (const wait of [MINUTE_MS, 20 * MINUTE_MS, MINUTE_MS]) {
      test.clock.advance(wait);
      await requestSubscription();
    }
    expect((await emails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Please confirm/),
      expect.stringMatching(/^You are subscribed:/),
      expect.stringMatching(/^You are already subscribed/),
    ]);
    expect(stored()).toHaveLength(1);
  });
});

describe('a mailbox', () => {
  it('gets another email after doubling pauses, and only the latest link works', async () => {
    await open();
    const first = await subscribeAs();
    const gaps: number[] = [];
    let waited = 0;
    for (let minute = 0; minute < 120; minute += 1) {
      test.clock.advance(MINUTE_MS);
      waited += 1;
      const before = stored()[0]?.emailCount;
      await requestSubscription();
      if (stored()[0]?.emailCount === before) continue;
      gaps.push(waited);
      waited = 0;
    }
    expect(gaps).toEqual([15, 30, 60]);
    expect((await confirm(first.confirm)).json().code).toBe('LINK_INVALID');
    const latest = confirmToken(await lastText());
    expect((await confirm(latest)).statusCode).toBe(200);
  });
});

describe('a link', () => {
  it('confirms only on submission: opening its URL changes nothing', async () => {
    await open();
    const tokens = await subscribeAs();
    for (const address of [
      `/api/subscribers/confirm?token=${tokens.confirm}`,
      `/api/subscribers/unsubscribe?token=${tokens.unsubscribe}`,
    ]) {
      await call(`GET ${address}`);
      await call(`HEAD ${address}`);
    }
    expect(stored()).toMatchObject([{ confirmedAt: null }]);
  });

  it('confirms once, succeeds the second time, and is invalid after unsubscribing', async () => {
    await open();
    const tokens = await subscribeAs();
    await confirm(tokens.confirm);
    const { confirmedAt } = stored()[0] ?? {};
    test.clock.advance(DAY_MS);
    expect((await confirm(tokens.confirm)).statusCode).toBe(200);
    expect(stored()).toMatchObject([{ confirmedAt }]);
    expect((await unsubscribe(tokens.unsubscribe)).statusCode).toBe(200);
    expect(stored()).toEqual([]);
    const replayed = await confirm(tokens.confirm);
    expect([replayed.statusCode, replayed.json().code]).toEqual([403, 'LINK_INVALID']);
    expect(stored()).toEqual([]);
  });

  it('works for seven days; then the address is purged', async () => {
    await open();
    const tokens = await subscribeAs();
    test.clock.advance(7 * DAY_MS - 1);
    expect(await purgeSubscribers(test.context)).toBe(0);
    test.clock.advance(1);
    expect((await confirm(tokens.confirm)).json().code).toBe('LINK_INVALID');
    expect(await purgeSubscribers(test.context)).toBe(1);
    expect(stored()).toEqual([]);
  });

  it('stays valid for confirmed subscribers', async () => {
    await open();
    await confirm((await subscribeAs()).confirm);
    test.clock.advance(400 * DAY_MS);
    expect(await purgeSubscribers(test.context)).toBe(0);
    expect(stored()).toHaveLength(1);
  });

  it('unsubscribes permanently, without an error the second time, and only its owner', async () => {
    await open();
    const one = await subscribeAs();
    await subscribeAs({ email: 'bob@example.org' });
    expect((await unsubscribe(one.unsubscribe)).statusCode).toBe(200);
    expect((await unsubscribe(one.unsubscribe)).statusCode).toBe(200);
    expect(stored().map(({ email }) => email)).toEqual(['bob@example.org']);
  });

  it.each([
    ['guessed', () => 'x'.repeat(43)],
    ['empty', () => ''],
    ['for unsubscribing', (tokens: { unsubscribe: string }) => tokens.unsubscribe],
  ])('that is %s confirms nothing', async (_, make) => {
    await open();
    const response = await confirm(make(await subscribeAs()));
    expect([response.statusCode, response.json().code]).toEqual([403, 'LINK_INVALID']);
    expect(stored()).toMatchObject([{ confirmedAt: null }]);
  });

  it.each([
    ['without its signature', (id: string) => id],
    ['with a signature of nothing', (id: string) => `${id}.`],
    ['with half a signature', (_id: string, token: string) => token.slice(0, -8)],
    ['with another signature', (id: string) => `${id}.${'A'.repeat(43)}`],
  ])('to leave %s is refused', async (_, make) => {
    await open();
    const { unsubscribe: token } = await subscribeAs();
    const response = await unsubscribe(make(stored()[0]?.publicId ?? '', token));
    expect([response.statusCode, response.json().code]).toEqual([403, 'LINK_INVALID']);
    expect(stored()).toHaveLength(1);
  });
});

describe('an email', () => {
  it('has headers for one-click unsubscription (RFC 8058)', async () => {
    await open();
    await subscribeAs();
    const [email] = await emails();
    expect(email?.field.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const address = /^<http:\/\/localhost:3000(\/\S+)>$/.exec(
      email?.field.get('list-unsubscribe') ?? '',
    )?.[1];
    expect(
      email?.headers
        .map(({ key }) => key)
        .filter((name) => /^(to|cc|bcc|from)$/.test(name))
        .sort(),
    ).toEqual(['from', 'to']);
    const opened = await test.app.inject({ method: 'GET', url: address ?? '' });
    expect(opened.statusCode).toBe(303);
    expect(opened.headers.location).toMatch(/^\/unsubscribe#token=/);
    expect(stored()).toHaveLength(1);
    // As a provider of mail does it: no cookies, no page it came from.
    const posted = await test.app.inject({
      method: 'POST',
      url: address ?? '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(posted.statusCode).toBe(200);
    expect(stored()).toEqual([]);
  });
});

describe('the rate limit of a visitor', () => {
  it('is five addresses an hour, without invalid ones, with honeypot requests', async () => {
    await open({ config: { rateLimits: true } });
    for (let slip = 0; slip < 6; slip += 1) await requestSubscription({ email: 'ann@' });
    for (let number = 0; number < 5; number += 1) {
      const body = { email: `ann${number}@example.org`, ...(number % 2 && { website: 'x' }) };
      expect((await requestSubscription(body)).statusCode).toBe(202);
    }
    const refused = await requestSubscription();
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBe(3600);
    test.clock.advance(3_600_001);
    expect((await requestSubscription()).statusCode).toBe(202);
  });
});

describe('the external form service', () => {
  async function startService(response: () => { status: number; location?: string }) {
    const got: string[] = [];
    const server = createServer((request, reply) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        got.push(`${request.method} ${request.url} ${body}`);
        const { status, location } = response();
        reply.writeHead(status, location ? { location } : {}).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { origin, got, close: () => void server.close() };
  }
  const retry = async () => {
    const failures: unknown[] = [];
    await forwardSubscribers(test.context, (failure) => failures.push(failure));
    return failures;
  };

  it('receives confirmed subscribers only, with the documented fields', async () => {
    const service = await startService(() => ({ status: 200 }));
    await open({ config: { subscribeFormUrl: `${service.origin}/f/abc` } });
    const one = await subscribeAs();
    const two = await subscribeAs({ email_address: 'bob@example.org', from: 'Newsletter' });
    await retry();
    expect(service.got).toEqual([]);
    await confirm(one.confirm);
    await confirm(two.confirm);
    await until('both were handed on', () => stored().every(({ forwardedAt }) => forwardedAt));
    expect(service.got.toSorted()).toEqual([
      'POST /f/abc email=ann%40example.org',
      'POST /f/abc email_address=bob%40example.org&from=Newsletter',
    ]);
    await confirm(one.confirm);
    await test.app.close();
    expect(service.got).toHaveLength(2);
    service.close();
  });

  it('does not block subscriptions on failure, and is retried hourly for a week', async () => {
    let status = 503;
    const service = await startService(() => ({ status }));
    await open({ config: { subscribeFormUrl: service.origin } });
    const { confirm: token } = await subscribeAs();
    expect((await confirm(token)).statusCode).toBe(200);
    await until('it was tried', () => service.got.length === 1);
    expect(await retry()).toEqual([]);
    test.clock.advance(3_600_000);
    expect(await retry()).toMatchObject([{ again: true }]);
    expect(JSON.stringify(await retry())).not.toContain('ann@');
    status = 200;
    test.clock.advance(3_600_000);
    expect(await retry()).toEqual([]);
    expect(stored()).toMatchObject([{ forwardedAt: test.clock.now(), forwardAt: null }]);
    service.close();
  });

  it('does not count as failed if the database is full after the service has responded', async () => {
    let status = 503;
    const service = await startService(() => ({ status }));
    await open({ config: { subscribeFormUrl: service.origin } });
    await confirm((await subscribeAs()).confirm);
    await until('it was tried', () => service.got.length === 1);
    status = 200;
    test.clock.advance(3_600_000);
    test.context.database.raw.exec(
      `CREATE TRIGGER disk_full BEFORE UPDATE OF forwarded_at ON subscribers
       BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    );
    const failures: unknown[] = [];
    const forwarding = forwardSubscribers(test.context, (failure) => failures.push(failure));
    await expect(forwarding).rejects.toThrow('disk full');
    expect(failures).toEqual([]);
    expect(service.got).toHaveLength(2);
    service.close();
  });

  it('is no longer retried after a week', async () => {
    const service = await startService(() => ({ status: 400 }));
    await open({ config: { subscribeFormUrl: service.origin } });
    await confirm((await subscribeAs()).confirm);
    await until('it was tried', () => service.got.length === 1);
    test.clock.advance(7 * DAY_MS);
    expect(await retry()).toMatchObject([{ again: false }]);
    test.clock.advance(7 * DAY_MS);
    expect(await retry()).toEqual([]);
    service.close();
  });

  it('cannot redirect to other hosts', async () => {
    const other = await startService(() => ({ status: 200 }));
    const service = await startService(() => ({ status: 302, location: `${other.origin}/thanks` }));
    await open({ config: { subscribeFormUrl: service.origin } });
    await confirm((await subscribeAs()).confirm);
    await until('it was handed on', () => stored()[0]?.forwardedAt);
    expect(other.got).toEqual([]);
    service.close();
    other.close();
  });
});
