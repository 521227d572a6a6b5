import { eq } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '../database.ts';
import { deriveCommentScore, deriveWorkingCopies } from '../derived.ts';
import {
  avatars,
  oauthAccounts,
  oneTimeTokens,
  passkeys,
  recoveryCodes,
  sessions,
  totpSecrets,
  trustedDevices,
  users,
} from '../schema/accounts.ts';
import {
  articleLikes,
  articleRevisions,
  articles,
  savedArticles,
  workingCopies,
} from '../schema/articles.ts';
import { commentLikes, commentReports, comments } from '../schema/comments.ts';
import { emails, subscribers } from '../schema/email.ts';
import { gameLikes, gameReviews, gameScores, gameSeeds } from '../schema/games.ts';
import { downloads, libraryEntries, licenceKeys } from '../schema/library.ts';
import { media } from '../schema/media.ts';
import { notificationPreferences, notifications } from '../schema/notifications.ts';
import { cartDiscounts, cartLines, checkouts, orders } from '../schema/orders.ts';
import { productUploads } from '../schema/products.ts';
import { auditLog, contactMessages } from '../schema/site.ts';

/** Table with data about members. */
export interface MemberTable {
  /** Name in the data export. */
  name: string;
  /** Column with the member of a row: the row id of the user, or a confirmed email address. */
  owner: SQLiteColumn;
  /** Columns that are never exported: secrets, and copies made for pages. */
  omit: readonly string[];
  /** True if the rows stay when the account is deleted. */
  isKept: boolean;
}

const deleted = (name: string, owner: SQLiteColumn, omit: readonly string[] = []): MemberTable => ({
  name,
  owner,
  omit,
  isKept: false,
});
const kept = (...columns: Parameters<typeof deleted>): MemberTable => ({
  ...deleted(...columns),
  isKept: true,
});

/**
 * Tables with data about members, for the data export and the account deletion. A test finds tables
 * that are missing here.
 */
export const memberTables: readonly MemberTable[] = [
  kept('account', users.id, ['passwordHash']),
  deleted('sessions', sessions.userId, ['id', 'refreshHash', 'previousHash']),
  deleted('openLinks', oneTimeTokens.userId, ['hash', 'data']),
  deleted('authenticators', totpSecrets.userId, ['encrypted', 'usedStep']),
  deleted('recoveryCodes', recoveryCodes.userId, ['hash']),
  deleted('passkeys', passkeys.userId, ['id', 'publicKey']),
  deleted('connectedAccounts', oauthAccounts.userId, ['userId']),
  deleted('knownDevices', trustedDevices.userId, ['hash']),
  deleted('profilePictures', avatars.userId),
  // Images of articles belong to the site.
  kept('uploads', media.uploaderId, ['sourceHash', 'variants']),
  // Uploads that are not saved with a product; the next purge deletes the file.
  deleted('productUploads', productUploads.uploaderId, ['id']),
  deleted('likes', articleLikes.userId),
  deleted('savedArticles', savedArticles.userId),
  // Comments stay without a name unless the member deletes them with the account.
  kept('comments', comments.userId, ['html', 'guest', 'spamFactors', 'score', 'shown', 'reports']),
  deleted('likedComments', commentLikes.userId),
  deleted('reports', commentReports.userId),
  deleted('notifications', notifications.userId, ['byUserId']),
  deleted('notificationPreferences', notificationPreferences.userId),
  kept('articles', articles.authorId, ['html', 'toc']),
  kept('articleRevisions', articleRevisions.userId),
  deleted('unsavedArticles', workingCopies.userId),
  // Names are read from `users`, so a deleted account leaves none.
  kept('adminActions', auditLog.actorId),
  deleted('cart', cartLines.userId),
  deleted('cartDiscount', cartDiscounts.userId),
  // Payments may still arrive; checkouts are purged later.
  kept('payments', checkouts.userId, ['fingerprint', 'approveUrl']),
  // Kept for the legal period of bookkeeping, then anonymised: see the setting order-years.
  kept('orders', orders.userId, ['words']),
  deleted('library', libraryEntries.userId),
  // A granted key is never granted again.
  kept('licenceKeys', licenceKeys.userId),
  deleted('downloads', downloads.userId),
  deleted('likedGames', gameLikes.userId),
  deleted('begunGames', gameSeeds.userId),
  deleted('gameScores', gameScores.userId),
  // The state is exported, but not the spam factors.
  deleted('gameReviews', gameReviews.userId, ['spamFactors']),
  deleted('subscriptions', subscribers.email, ['linkHash']),
  deleted('emails', emails.recipient, ['content', 'holder', 'response']),
  // They were written to the owner of the site, and stay in that inbox.
  kept('messages', contactMessages.email),
];

/** Member by row id, and by email address if it is confirmed. */
export interface MemberKey {
  id: number;
  confirmedEmail: string | null;
}

/** Returns the member in the form of a column's values; null without a confirmed address. */
const keyOf = ({ dataType }: SQLiteColumn, { id, confirmedEmail }: MemberKey) =>
  dataType === 'number' ? id : confirmedEmail;

/** Returns the rows of a table about a member, without columns that are never exported. */
export function readMemberRows(
  query: Queryable,
  { owner, omit }: MemberTable,
  member: MemberKey,
): Record<string, unknown>[] {
  const key = keyOf(owner, member);
  if (key === null) return [];
  const rows = query.select().from(owner.table).where(eq(owner, key)).all();
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !omit.includes(name))),
  );
}

export function deleteMemberRows(
  query: Queryable,
  { owner }: MemberTable,
  member: MemberKey,
): void {
  const { table } = owner;
  const key = keyOf(owner, member);
  if (key === null) return;
  const rows = query.delete(table).where(eq(owner, key)).returning().all();
  for (const row of rows) {
    if (table === workingCopies) deriveWorkingCopies(query, row.articleId);
    if (table === commentLikes || table === commentReports) {
      deriveCommentScore(query, row.commentId);
    }
  }
}
