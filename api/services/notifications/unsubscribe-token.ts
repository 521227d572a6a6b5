import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NotificationKind, notificationKinds } from '#contracts/notification.ts';
import { openKeyring } from '../secrets.ts';

const keys = new Map<string, Buffer>();

/** Returns the signing key; cached, because emails are created inside transactions. */
function getSigningKey(dataFolder: string): Buffer {
  const key = keys.get(dataFolder) ?? openKeyring(dataFolder)('notification-mails');
  keys.set(dataFolder, key);
  return key;
}

const sign = (dataFolder: string, payload: string) =>
  createHmac('sha256', getSigningKey(dataFolder)).update(payload).digest();

/** Creates a token with which a member can end emails of one kind without signing in. */
export function createUnsubscribeToken(
  dataFolder: string,
  publicId: string,
  kind: NotificationKind,
): string {
  const payload = `${publicId}.${kind}`;
  return `${payload}.${sign(dataFolder, payload).toString('base64url')}`;
}

/** @returns the member and kind of a token, or null if its signature is invalid */
export function parseUnsubscribeToken(dataFolder: string, token: string) {
  const [publicId = '', name = '', encoded = ''] = token.split('.');
  const expected = sign(dataFolder, `${publicId}.${name}`);
  const signature = Buffer.from(encoded, 'base64url');
  const genuine = signature.length === expected.length && timingSafeEqual(signature, expected);
  const kind = notificationKinds.find((candidate) => candidate === name);
  return genuine && kind ? { publicId, kind } : null;
}
