import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { InvalidConfigError, readConfig } from './config.ts';
import { environmentNames } from './start/environment.mjs';

test('requires no variable', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', seed: 'demo' });
});

test('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', SITE_URL: '' }).siteUrl).toBe('http://localhost:3000');
});

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['SITE_URL', 'example.org'],
  ['SITE_URL', 'ftp://example.org'],
  ['SEED', 'yes'],
  ['ADMIN_EMAIL', 'me'],
  ['TRUSTED_PROXIES', 'everybody'],
  ['RATE_LIMITS', 'perhaps'],
  ['NODE_ENV', 'prod'],
  ['SMTP_URL', 'https://mail.example.org'],
  ['MAIL_FROM', 'the site'],
  ['ANALYTICS_URL', 'collector.example.org'],
  ['ANALYTICS_URL', 'ftp://collector.example.org'],
  ['ERROR_REPORT_DSN', 'https://errors.example.org/42'],
  ['ERROR_REPORT_DSN', 'https://key@errors.example.org/project'],
  ['ERROR_REPORT_DSN', 'key'],
  ['TRACE_SAMPLE_RATE', '2'],
  ['METRICS_TOKEN', 'short'],
  ['METRICS_TOKEN', 'a token with spaces in it'],
  ['SUBSCRIBE_FORM_URL', 'forms.example.org'],
  ['SUBSCRIBE_FORM_URL', 'http://forms.example.org/f/abc'],
  ['STORAGE', 'bucket'],
  ['STORAGE', 'https://store.example.org/bucket'],
  ['STORAGE', 's3://Bucket'],
  ['STORAGE', 's3://bucket/../other'],
  ['STORAGE_ENDPOINT', 'http://store.example.org'],
  ['STORAGE_ENDPOINT', 'https://store.example.org/bucket'],
  ['STORAGE_REGION', 'Frankfurt (Main)'],
])('rejects %s=%s with the name of the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(InvalidConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test('rejects an admin email address without a password', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'me@example.org' })).toThrow('ADMIN_PASSWORD');
});

test('rejects PayPal credentials without a merchant id', () => {
  const credentials = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' };
  expect(() => readConfig(credentials)).toThrow(InvalidConfigError);
  expect(() => readConfig(credentials)).toThrow('PAYPAL_MERCHANT_ID is missing');
  expect(readConfig({ ...credentials, PAYPAL_MERCHANT_ID: 'M1' }).paypal?.merchantId).toBe('M1');
});

test('rejects a bucket without both keys', () => {
  const keys = { STORAGE_ACCESS_KEY_ID: 'id', STORAGE_SECRET_ACCESS_KEY: 'secret' };
  const missing = 'STORAGE_ACCESS_KEY_ID is missing: STORAGE needs it. Set it, or unset STORAGE.';
  expect(() => readConfig({ STORAGE: 's3://site' })).toThrow(missing);
  const half = { STORAGE: 's3://site', STORAGE_ACCESS_KEY_ID: 'id' };
  expect(() => readConfig(half)).toThrow('STORAGE_SECRET_ACCESS_KEY is missing');
  expect(readConfig({ STORAGE: 's3://site/private/', ...keys }).storage).toEqual({
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    bucket: 'site',
    prefix: 'private/',
    keys: { id: 'id', secret: 'secret' },
  });
  expect(readConfig(keys).storage).toBeNull();
});

test('rejects a public bucket that is the private one', () => {
  const keys = { STORAGE_ACCESS_KEY_ID: 'id', STORAGE_SECRET_ACCESS_KEY: 'secret' };
  expect(() => readConfig({ PUBLISH_TO: 's3://site' })).toThrow('PUBLISH_TO needs it');
  const same = { ...keys, STORAGE: 's3://site/private', PUBLISH_TO: 's3://site/public' };
  expect(() => readConfig(same)).toThrow('PUBLISH_TO must name another bucket');
  const publish = { ...keys, PUBLISH_TO: 's3://site' };
  const replica = { ...publish, LITESTREAM_URL: 's3://site/replica' };
  expect(() => readConfig(replica)).toThrow('another bucket than LITESTREAM_URL');
  const store = { STORAGE_ENDPOINT: 'https://store.example.org' };
  expect(readConfig({ ...replica, ...store }).litestream).not.toBeNull();
  const purge = { CDN_PURGE_URL: 'https://cdn.example.org/purge' };
  expect(() => readConfig({ ...keys, ...purge })).toThrow('PUBLISH_TO is missing');
  expect(() => readConfig({ CDN_PURGE_TOKEN: 'token' })).toThrow('CDN_PURGE_URL is missing');
});

test('rejects a misspelled parameter of the replica, which would lead to another store', () => {
  const LITESTREAM_URL = 's3://site/replica?endpont=https://store.example.org';
  expect(() => readConfig({ LITESTREAM_URL })).toThrow('LITESTREAM_URL must be a URL such');
});

test('reads exactly the variables in .env.example', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const listed = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(environmentNames.toSorted());
});
