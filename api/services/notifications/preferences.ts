import {
  defaultPreferences,
  type NotificationKind,
  type NotificationPreference,
  notificationKinds,
  type PreferenceRequest,
} from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import {
  findPreference,
  listPreferences,
  upsertPreference,
} from '../../db/repositories/notifications.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { createSigner, openKeyring, type Signer } from '../keyring.ts';

const signers = new Map<string, Signer>();

export function getPreferences(query: Queryable, userId: number) {
  const chosen = new Map(
    listPreferences(query, userId).map((preference) => [preference.kind, preference]),
  );
  return notificationKinds.map((kind) => {
    const { inSite, byEmail } = chosen.get(kind) ?? defaultPreferences[kind];
    return { kind, inSite, byEmail };
  });
}

/** Changes the preference for one kind. @returns all preferences of the user */
export async function updatePreference(
  { database }: Pick<AppContext, 'database'>,
  userId: number,
  { kind, ...changes }: PreferenceRequest,
) {
  return database.write((transaction) => {
    savePreference(transaction, userId, kind, changes);
    return getPreferences(transaction, userId);
  });
}

/** Ends emails of one kind with an unsubscribe token. @throws DomainError LINK_INVALID */
export async function unsubscribeFromKind(
  { database, config }: Pick<AppContext, 'database' | 'config'>,
  token: string,
): Promise<void> {
  const target = parseUnsubscribeToken(config.dataFolder, token);
  if (!target) throw new DomainError('LINK_INVALID');
  await database.write((transaction) => {
    const user = findActiveUserByPublicId(transaction, target.publicId);
    // Deleted users get no emails, so there is nothing to change.
    if (user) savePreference(transaction, user.id, target.kind, { byEmail: false });
  });
}

function savePreference(
  transaction: Queryable,
  userId: number,
  kind: NotificationKind,
  changes: { [Channel in keyof NotificationPreference]?: boolean | undefined },
): void {
  const current = findPreference(transaction, userId, kind) ?? defaultPreferences[kind];
  upsertPreference(transaction, userId, kind, {
    inSite: changes.inSite ?? current.inSite,
    byEmail: changes.byEmail ?? current.byEmail,
  });
}

/** Returns the signer; cached, because emails are created inside transactions. */
function signerOf(dataFolder: string): Signer {
  const signer =
    signers.get(dataFolder) ?? createSigner(openKeyring(dataFolder)('notification-emails'));
  signers.set(dataFolder, signer);
  return signer;
}

/** Creates a token with which a member can end emails of one kind without signing in. */
export function createUnsubscribeToken(
  dataFolder: string,
  publicId: string,
  kind: NotificationKind,
): string {
  return signerOf(dataFolder).sign(`${publicId}.${kind}`);
}

/** @returns the member and kind of a token, or null if its signature is invalid */
function parseUnsubscribeToken(dataFolder: string, token: string) {
  // Ignores what an email program adds to the link, such as a full stop.
  const claim = signerOf(dataFolder).read(token.split('.', 3).join('.'));
  const [publicId = '', name] = claim?.split('.') ?? [];
  const kind = notificationKinds.find((candidate) => candidate === name);
  return kind ? { publicId, kind } : null;
}
