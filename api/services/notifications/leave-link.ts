import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NotificationKind, notificationKinds } from '#contracts/notification.ts';
import { openKeyring } from '../secrets.ts';

const keys = new Map<string, Buffer>();

/** Read once per folder: mails are written inside transactions. */
function keyOf(dataFolder: string): Buffer {
  const known = keys.get(dataFolder) ?? openKeyring(dataFolder)('notification-mails');
  keys.set(dataFolder, known);
  return known;
}

const sign = (dataFolder: string, what: string) =>
  createHmac('sha256', keyOf(dataFolder)).update(what).digest();

/** The token by which a member, by their public id, ends the mails of one kind without signing in. */
export function makeLeaveToken(
  dataFolder: string,
  publicId: string,
  kind: NotificationKind,
): string {
  const what = `${publicId}.${kind}`;
  return `${what}.${sign(dataFolder, what).toString('base64url')}`;
}

/** @returns whose mails of which kind, or null where the token is none of ours */
export function readLeaveToken(dataFolder: string, token: string) {
  const [publicId = '', name = '', given = ''] = token.split('.');
  const right = sign(dataFolder, `${publicId}.${name}`);
  const signature = Buffer.from(given, 'base64url');
  const genuine = signature.length === right.length && timingSafeEqual(signature, right);
  const kind = notificationKinds.find((known) => known === name);
  return genuine && kind ? { publicId, kind } : null;
}
