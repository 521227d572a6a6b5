import { eq } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
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
  table: SQLiteTable;
  /** Column with the member of a row: the row id of the user, or a confirmed email address. */
  owner: SQLiteColumn;
  by: 'id' | 'email';
  /** Columns that are never exported: secrets, and copies made for pages. */
  omit: readonly string[];
  /** Action on the rows when the account is deleted. */
  afterwards: 'remove' | 'keep';
}

/**
 * Tables with data about members, for the data export and the account deletion. A test finds tables
 * that are missing here.
 */
export const memberTables: readonly MemberTable[] = [
  {
    name: 'account',
    table: users,
    owner: users.id,
    by: 'id',
    omit: ['passwordHash'],
    afterwards: 'keep',
  },
  {
    name: 'sessions',
    table: sessions,
    owner: sessions.userId,
    by: 'id',
    omit: ['id', 'refreshHash', 'previousHash'],
    afterwards: 'remove',
  },
  {
    name: 'openLinks',
    table: oneTimeTokens,
    owner: oneTimeTokens.userId,
    by: 'id',
    omit: ['hash', 'data'],
    afterwards: 'remove',
  },
  {
    name: 'authenticators',
    table: totpSecrets,
    owner: totpSecrets.userId,
    by: 'id',
    omit: ['encrypted', 'usedStep'],
    afterwards: 'remove',
  },
  {
    name: 'recoveryCodes',
    table: recoveryCodes,
    owner: recoveryCodes.userId,
    by: 'id',
    omit: ['hash'],
    afterwards: 'remove',
  },
  {
    name: 'passkeys',
    table: passkeys,
    owner: passkeys.userId,
    by: 'id',
    omit: ['id', 'publicKey'],
    afterwards: 'remove',
  },
  {
    name: 'connectedAccounts',
    table: oauthAccounts,
    owner: oauthAccounts.userId,
    by: 'id',
    omit: ['userId'],
    afterwards: 'remove',
  },
  {
    name: 'knownDevices',
    table: trustedDevices,
    owner: trustedDevices.userId,
    by: 'id',
    omit: ['hash'],
    afterwards: 'remove',
  },
  {
    name: 'profilePictures',
    table: avatars,
    owner: avatars.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    // Images of articles belong to the site.
    name: 'uploads',
    table: media,
    owner: media.uploaderId,
    by: 'id',
    omit: ['sourceHash', 'variants'],
    afterwards: 'keep',
  },
  {
    // Uploads that are not saved with a product; the next purge deletes the file.
    name: 'productUploads',
    table: productUploads,
    owner: productUploads.uploaderId,
    by: 'id',
    omit: ['id'],
    afterwards: 'remove',
  },
  {
    name: 'likes',
    table: articleLikes,
    owner: articleLikes.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    name: 'savedArticles',
    table: savedArticles,
    owner: savedArticles.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    // Comments stay without a name unless the member deletes them with the account.
    name: 'responses',
    table: comments,
    owner: comments.userId,
    by: 'id',
    omit: ['html', 'guest', 'spamFactors', 'score', 'shown', 'reports'],
    afterwards: 'keep',
  },
  {
    name: 'likedResponses',
    table: commentLikes,
    owner: commentLikes.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    name: 'reports',
    table: commentReports,
    owner: commentReports.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    name: 'notifications',
    table: notifications,
    owner: notifications.userId,
    by: 'id',
    omit: ['byUserId'],
    afterwards: 'remove',
  },
  {
    name: 'notificationPreferences',
    table: notificationPreferences,
    owner: notificationPreferences.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    name: 'articles',
    table: articles,
    owner: articles.authorId,
    by: 'id',
    omit: ['html', 'toc'],
    afterwards: 'keep',
  },
  {
    name: 'articleRevisions',
    table: articleRevisions,
    owner: articleRevisions.userId,
    by: 'id',
    omit: [],
    afterwards: 'keep',
  },
  {
    name: 'unsavedArticles',
    table: workingCopies,
    owner: workingCopies.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    // Names are read from `users`, so a deleted account leaves none.
    name: 'adminActions',
    table: auditLog,
    owner: auditLog.actorId,
    by: 'id',
    omit: [],
    afterwards: 'keep',
  },
  {
    name: 'cart',
    table: cartLines,
    owner: cartLines.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    name: 'cartDiscount',
    table: cartDiscounts,
    owner: cartDiscounts.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    // Payments may still arrive; checkouts are purged later.
    name: 'payments',
    table: checkouts,
    owner: checkouts.userId,
    by: 'id',
    omit: ['fingerprint', 'approveUrl'],
    afterwards: 'keep',
  },
  {
    // Kept for the legal period of accounts, then anonymised: see the setting order-years.
    name: 'orders',
    table: orders,
    owner: orders.userId,
    by: 'id',
    omit: ['words'],
    afterwards: 'keep',
  },
  {
    name: 'library',
    table: libraryEntries,
    owner: libraryEntries.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    // A granted key is never granted again.
    name: 'licenceKeys',
    table: licenceKeys,
    owner: licenceKeys.userId,
    by: 'id',
    omit: [],
    afterwards: 'keep',
  },
  {
    name: 'downloads',
    table: downloads,
    owner: downloads.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    name: 'likedGames',
    table: gameLikes,
    owner: gameLikes.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    name: 'begunGames',
    table: gameSeeds,
    owner: gameSeeds.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    name: 'gameScores',
    table: gameScores,
    owner: gameScores.userId,
    by: 'id',
    omit: [],
    afterwards: 'remove',
  },
  {
    // The state is exported, but not the spam factors.
    name: 'gameReviews',
    table: gameReviews,
    owner: gameReviews.userId,
    by: 'id',
    omit: ['spamFactors'],
    afterwards: 'remove',
  },
  {
    name: 'subscriptions',
    table: subscribers,
    owner: subscribers.email,
    by: 'email',
    omit: ['linkHash'],
    afterwards: 'remove',
  },
  {
    name: 'mails',
    table: emails,
    owner: emails.recipient,
    by: 'email',
    omit: ['content', 'holder', 'response'],
    afterwards: 'remove',
  },
  {
    name: 'messages',
    table: contactMessages,
    owner: contactMessages.email,
    by: 'email',
    // They were written to the owner of the site, and stay in that inbox.
    omit: [],
    afterwards: 'keep',
  },
];

/** Member by row id, and by email address if it is confirmed. */
export interface MemberKey {
  id: number;
  confirmedEmail: string | null;
}

/** Returns the rows of a table about a member, without columns that are never exported. */
export function readMemberRows(
  query: Queryable,
  { table, owner, by, omit }: MemberTable,
  { id, confirmedEmail }: MemberKey,
): Record<string, unknown>[] {
  const key = by === 'id' ? id : confirmedEmail;
  if (key === null) return [];
  const rows: Record<string, unknown>[] = query.select().from(table).where(eq(owner, key)).all();
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !omit.includes(name))),
  );
}

/** Deletes all rows of a table that are about a member. */
export function deleteMemberRows(
  query: Queryable,
  { table, owner, by }: MemberTable,
  { id, confirmedEmail }: MemberKey,
): void {
  const key = by === 'id' ? id : confirmedEmail;
  if (key === null) return;
  const rows = query.delete(table).where(eq(owner, key)).returning().all();
  for (const row of rows) {
    if (table === workingCopies) deriveWorkingCopies(query.$client, row.articleId);
    if (table === commentLikes || table === commentReports) {
      deriveCommentScore(query.$client, row.commentId);
    }
  }
}
