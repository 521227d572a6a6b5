import { createHmac, generateKeyPairSync, sign as signWithKey } from 'node:crypto';
import jwt from '@fastify/jwt';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../db/schema/accounts.ts';
import { openKeyring } from '../services/keyring.ts';
import { type SignedIn, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { hasCorpora, readCorpus } from '../testing/payloads.ts';
import { createAccessTokens, jwtOptions } from './session.ts';

const SITE = 'http://localhost:3000';

let test: TestApp;
let member: SignedIn;
let admin: SignedIn;
let key: Buffer;
beforeAll(async () => {
  test = await buildTestApp();
  member = await signedInAs(test);
  admin = await signedInAs(test, { role: 'admin' });
  key = openKeyring(test.context.config.dataFolder)('access-token');
});
afterAll(() => test.close());

type Json = Record<string, unknown>;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = ''): Json => JSON.parse(Buffer.from(part, 'base64url').toString());

/** A token signed with the real key, so that only the changed part can be the reason for its rejection. */
function forge(header: Json, claims: Json = {}, signingKey = key, hash = 'sha256'): string {
  const [, payload] = member.accessToken.split('.');
  const input = `${encode(header)}.${encode({ ...decode(payload), ...claims })}`;
  return `${input}.${createHmac(hash, signingKey).update(input).digest('base64url')}`;
}

const real = { alg: 'HS256', typ: 'JWT' };
const now = () => Math.floor(test.clock.now() / 1000);

it('accepts its own token, as cookie and as bearer', async () => {
  expect(await statusOf(member.accessToken)).toBe(200);
  expect(await statusOf(forge(real))).toBe(200);
  const info = await test.app.inject({ url: '/api/user/info', headers: member.headers });
  expect(info.statusCode).toBe(200);
});

it('ignores the header: a key id selects no key', async () => {
  for (const kid of ['../../dev/null', "x' UNION SELECT 'k", '0', '/etc/passwd']) {
    expect(await statusOf(forge({ ...real, kid }))).toBe(200);
    expect(await statusOf(forge({ ...real, kid }, {}, Buffer.alloc(0)))).toBe(401);
    expect(await statusOf(forge({ ...real, kid }, {}, Buffer.from('k')))).toBe(401);
  }
});

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
const jwk = publicKey.export({ format: 'jwk' });

const forgeries: [string, () => string][] = [
  ...['none', 'None', 'NONE', 'nOnE', '', null, 0].flatMap((alg): [string, () => string][] => [
    [`alg ${alg} without a signature`, () => `${forge({ ...real, alg }).replace(/[^.]*$/, '')}`],
    [`alg ${alg} with a signature`, () => forge({ ...real, alg })],
  ]),
  ...['HS384', 'HS512', 'hs256', 'RS256', 'PS256', 'ES256', 'EdDSA'].map(
    (alg): [string, () => string] => [`alg ${alg} in the header`, () => forge({ ...real, alg })],
  ),
  ['HS384 truly', () => forge({ ...real, alg: 'HS384' }, {}, key, 'sha384')],
  ['HS512 truly', () => forge({ ...real, alg: 'HS512' }, {}, key, 'sha512')],
  ['RS256 with a key of its own', () => rsaToken({ ...real, alg: 'RS256' })],
  ['RS256 with its key in the header', () => rsaToken({ ...real, alg: 'RS256', jwk })],
  ['HS256 with a public key as secret', () => forge(real, {}, Buffer.from(pem))],
  [
    'a header with the key as jwk',
    () => forge({ ...real, jwk: { kty: 'oct', k: 'a2V5' } }, {}, Buffer.from('key')),
  ],
  [
    'a header with a key address',
    () => forge({ ...real, jku: 'http://127.0.0.1/k' }, {}, Buffer.from('key')),
  ],
  ['a certificate in the header', () => forge({ ...real, x5c: ['a'] }, {}, Buffer.from('key'))],
  ['an extension we do not know', () => forge({ ...real, crit: ['exp2'], exp2: 1 })],
  ['another secret', () => forge(real, {}, Buffer.alloc(32, 7))],
  ['an empty secret', () => forge(real, {}, Buffer.alloc(0))],
  ['the secret as text', () => forge(real, {}, Buffer.from(key.toString('base64url')))],
  ['the key for refresh tokens', () => forge(real, {}, otherKey('refresh-token'))],
  ['the key for device cookies', () => forge(real, {}, otherKey('device-cookie'))],
  ['an edited role without a new signature', () => edited({ role: 1, admin: true })],
  ['another user without a new signature', () => edited({ sub: admin.user.publicId })],
  ['another session without a new signature', () => edited({ sid: admin.sessionId })],
  ['a later end without a new signature', () => edited({ exp: now() + 9e6 })],
  ['another user than its session', () => forge(real, { sub: admin.user.publicId })],
  ['another session than its user', () => forge(real, { sid: admin.sessionId })],
  ['a session that does not exist', () => forge(real, { sid: 'A'.repeat(22) })],
  ['a session that is a number', () => forge(real, { sid: 1 })],
  ['a session that is a list', () => forge(real, { sid: [member.sessionId] })],
  ['no session', () => forge(real, { sid: undefined })],
  ['no user', () => forge(real, { sub: undefined })],
  ['no type', () => forge(real, { typ: undefined })],
  ['the type refresh', () => forge(real, { typ: 'refresh' })],
  ['the type ACCESS', () => forge(real, { typ: 'ACCESS' })],
  ['no audience', () => forge(real, { aud: undefined })],
  ['another audience', () => forge(real, { aud: 'https://example.org/api' })],
  ['the audience and more behind it', () => forge(real, { aud: `${SITE}/api/x` })],
  ['an empty list of audiences', () => forge(real, { aud: [] })],
  ['no issuer', () => forge(real, { iss: undefined })],
  ['another issuer', () => forge(real, { iss: 'https://example.org' })],
  ['the issuer with something before it', () => forge(real, { iss: `x${SITE}` })],
  ['an issuer where a dot is another sign', () => forge(real, { iss: 'http://localhostx3000' })],
  ['no end', () => forge(real, { exp: undefined })],
  ['an end that is text', () => forge(real, { exp: String(now() + 900) })],
  ['an end of null', () => forge(real, { exp: null })],
  ['an end that is a fraction', () => forge(real, { exp: now() + 900.5 })],
  ['an end that has passed', () => forge(real, { exp: now() - 1 })],
  ['a negative end', () => forge(real, { exp: -1 })],
  ['no start', () => forge(real, { nbf: undefined })],
  ['a start to come', () => forge(real, { nbf: now() + 60 })],
  ['a start that is text', () => forge(real, { nbf: '0' })],
  ['no time of issue', () => forge(real, { iat: undefined })],
  ['the refresh token itself', () => member.refreshToken],
  ['no signature', () => member.accessToken.replace(/[^.]*$/, '')],
  ['a signature cut short', () => member.accessToken.slice(0, -1)],
  ['a signature that goes on', () => `${member.accessToken}A`],
  ['a fourth part', () => `${member.accessToken}.x`],
  ['two parts', () => member.accessToken.replace(/\.[^.]*$/, '')],
  ['padding', () => `${member.accessToken}=`],
  ['a signature spelled otherwise', () => respelled(member.accessToken)],
  ['signs of the other base64', () => member.accessToken.replace(/.$/, '+')],
  ['a space inside', () => member.accessToken.replace('.', '. ')],
  ['a zero byte encoded', () => `${member.accessToken}%00`],
  ['a payload that is a list', () => rawToken('[]')],
  ['a payload that is text', () => rawToken('"x"')],
  ['a payload that is null', () => rawToken('null')],
  ['a payload that is no JSON', () => rawToken('foo')],
  ['a payload with __proto__', () => rawToken('{"__proto__":{"sid":"x","typ":"access"}}')],
  ['an endless token', () => `${member.accessToken.replace(/\..*/, '')}.${'A'.repeat(5_000)}.x`],
  ['nothing', () => ''],
  ['undefined', () => 'undefined'],
];

describe('rejects, as bearer and as cookie,', () => {
  it.each(forgeries)('%s', async (_what, make) => {
    const token = make();
    expect(await statusOf(token)).toBe(401);
    const cookie = `access-3000=${encodeURIComponent(token)}`;
    const response = await test.app.inject({ url: '/api/user/info', headers: { cookie } });
    expect(response.statusCode).toBe(401);
  });

  it('60 forgeries and more', () => expect(forgeries.length).toBeGreaterThanOrEqual(60));
});

it.each(['suspended', 'deleted'] as const)('rejects the token of a %s user', async (status) => {
  const gone = await signedInAs(test, { email: `${status}@example.org`, status });
  expect(await statusOf(gone.accessToken)).toBe(401);
});

it('reads the role from the database at each request', async () => {
  const former = await signedInAs(test, { role: 'admin' });
  await test.context.database.write((query) => query.update(users).set({ role: 0 }).run());
  const headers = { authorization: `Bearer ${former.accessToken}` };
  const info = await test.app.inject({ url: '/api/user/info', headers });
  expect(info.json().users.role).toBe(0);
});

interface VectorGroup {
  private: { kty: string; alg?: string; k?: string };
  tests: { tcId: number; comment: string; jws: string | object; result: string }[];
}

describe.skipIf(!hasCorpora)('signature vectors of ../shared/corpora', () => {
  const groups = hasCorpora
    ? (readCorpus('json_web_signature_test.json') as { testGroups: VectorGroup[] }).testGroups
    : [];

  it('lead to no session, with any key', async () => {
    const vectors = groups.flatMap((group) => group.tests);
    expect(vectors.length).toBeGreaterThan(300);
    for (const { jws } of vectors) {
      const token = typeof jws === 'string' ? jws : JSON.stringify(jws);
      const asHeader = token.replace(/[^\x21-\x7e]/g, '');
      expect(await statusOf(asHeader)).toBe(401);
      expect(test.app.accessTokens.read(token)).toBeNull();
    }
  });

  it('lead to no session, also with the same key', async () => {
    for (const group of groups.filter((one) => one.private.k)) {
      const secret = Buffer.from(group.private.k ?? '', 'base64url');
      const app = Fastify();
      await app.register(jwt, jwtOptions(SITE, secret));
      await app.ready();
      const tokens = createAccessTokens(app.jwt, test.clock.now);
      // The control: with this key our own tokens work.
      expect(tokens.read(tokens.sign({ sessionId: 's', publicId: 'p' }))).not.toBeNull();
      for (const { jws } of group.tests) {
        expect(tokens.read(typeof jws === 'string' ? jws : JSON.stringify(jws))).toBeNull();
      }
      await app.close();
    }
  });
});

async function statusOf(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await test.app.inject({ url: '/api/user/info', headers })).statusCode;
}

function otherKey(purpose: 'refresh-token' | 'device-cookie'): Buffer {
  return openKeyring(test.context.config.dataFolder)(purpose);
}

function edited(claims: Json): string {
  const [header, payload, signature] = member.accessToken.split('.');
  return `${header}.${encode({ ...decode(payload), ...claims })}.${signature}`;
}

function rsaToken(header: Json): string {
  const input = `${encode(header)}.${member.accessToken.split('.')[1]}`;
  const signature = signWithKey('sha256', Buffer.from(input), privateKey);
  return `${input}.${signature.toString('base64url')}`;
}

function rawToken(payload: string): string {
  const input = `${encode(real)}.${Buffer.from(payload).toString('base64url')}`;
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
}

/** The last sign of 43 carries two bits that decoding throws away. */
function respelled(token: string): string {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = signs.indexOf(token.at(-1) ?? '');
  return token.slice(0, -1) + signs[last ^ 1];
}
