import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { languageTag, toTagSlug } from '#contracts/article.ts';
import { reviewStates } from '#contracts/game.ts';
import { disputeReasons, disputeStates } from '#contracts/order-states.ts';
import { hasScheme, toWebUrl } from '#contracts/profile-lists.ts';
import { type SettingName, settingNames } from '#contracts/settings.ts';
import { privacyChange, project } from '#contracts/user.ts';
import { avatars, oauthAccounts, users } from '../schema/accounts.ts';
import {
  articleCategories,
  articleLikes,
  articleSources,
  articles,
  articleTags,
  categories,
  formerSlugs,
  savedArticles,
} from '../schema/articles.ts';
import { commentLikes, commentReports, comments } from '../schema/comments.ts';
import { crossPosts } from '../schema/cross-posts.ts';
import { newsletters, subscribers } from '../schema/email.ts';
import { gameLikes, gameReviews, gameScores } from '../schema/games.ts';
import { downloads, libraryEntries, licenceKeys, updateNotifications } from '../schema/library.ts';
import { media } from '../schema/media.ts';
import { articleAlerts, notificationPreferences, notifications } from '../schema/notifications.ts';
import {
  cartDiscounts,
  cartLines,
  discountProducts,
  discounts,
  disputes,
  orderLines,
  orders,
  refunds,
} from '../schema/orders.ts';
import { articleDays, pageViews, trending, viewDays, viewMonths } from '../schema/page-views.ts';
import {
  productFiles,
  productFileVersions,
  productFormerSlugs,
  productImages,
  products,
} from '../schema/products.ts';
import { listPages } from '../schema/publisher.ts';
import { contactMessages, settings } from '../schema/site.ts';

type Row = Record<string, unknown>;

export interface ArchivedTable {
  /** Name in the export. */
  name: string;
  table: SQLiteTable;
  /** Columns that are not exported: secrets and derived values. */
  omit?: readonly string[];
  /** Schemas of columns that become part of pages and paths. */
  shapes?: Record<string, z.ZodType>;
  /** True if a row is exported. All rows are by default. */
  includeRow?: (row: Row) => boolean;
  /** True if existing rows take precedence over rows of the export. */
  existingRowsWin?: true;
  /** Values of omitted columns whose default would be wrong. */
  importDefaults?: (row: Row) => Row;
}

const publicId = z.string().regex(/^[\w-]{1,64}$/);
/** Name of a folder: letters, digits and separators. */
const slug = z
  .string()
  .max(200)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u);
const tag = z.string().refine((text) => text !== '' && toTagSlug(text) === text);
const email = z.string().regex(/^[^\s@]+@[^\s@]+$/);
const lines = z.array(z.string());
const imageName = z.string().regex(/^[\w-]+\.(?:jpg|png)$/);
const website = z.string().refine((text) => toWebUrl(text) !== null);
const account = z.string().refine((text) => !hasScheme(text) || toWebUrl(text) !== null);
const path = z.string().regex(/^\/(?!\/)/);
const finishedAlert = (row: Row) => ({ writtenAt: row.writtenAt ?? row.startedAt ?? null });

/** Pending cross-posts may have been posted since the export, so they become unknown. */
const unknownOutcome = ({ state, reason }: Row) =>
  state === 'scheduled' || state === 'sending'
    ? { state: 'unknown', reason: reason ?? 'It was pending when the export was made.' }
    : {};

/**
 * Tables of a site export, in the order in which an import stores them. A test finds tables that
 * are neither here nor in `excludedTables`.
 */
export const archivedTables: readonly ArchivedTable[] = [
  {
    name: 'settings',
    table: settings,
    includeRow: ({ key }) => settingNames.includes(key as SettingName),
    shapes: { value: z.union([z.boolean(), z.number(), z.string()]) },
  },
  {
    name: 'users',
    table: users,
    omit: ['passwordHash'],
    // Not a valid hash, so that no password matches until a new one is set.
    importDefaults: () => ({ passwordHash: '!' }),
    shapes: {
      publicId,
      email,
      work: lines,
      education: lines,
      skills: lines,
      role: z.union([z.literal(0), z.literal(1)]),
      avatar: z
        .string()
        .regex(/^\/media\/avatars\/[\da-f]{32}-192\.webp$/)
        .nullable(),
      websites: z.array(website),
      socialMedia: z.array(account),
      projects: z.array(project.extend({ link: z.union([z.literal(''), website]) })),
      privacy: privacyChange,
    },
  },
  {
    name: 'avatars',
    table: avatars,
    shapes: { publicId, name: z.string().regex(/^[\da-f]{32}$/) },
  },
  { name: 'connected-accounts', table: oauthAccounts, existingRowsWin: true },
  { name: 'notification-preferences', table: notificationPreferences },
  {
    name: 'media',
    table: media,
    omit: ['variants'],
    shapes: {
      publicId,
      fileName: z.string().regex(/^[\w-]+\.(?:jpg|png)$/),
      mime: z.enum(['image/jpeg', 'image/png']),
    },
  },
  { name: 'categories', table: categories },
  {
    name: 'articles',
    table: articles,
    omit: ['state', 'html', 'toc', 'words'],
    shapes: { publicId, slug, seriesSlug: slug.nullable(), language: languageTag },
  },
  { name: 'article-tags', table: articleTags, omit: ['listedAt'], shapes: { tag } },
  { name: 'article-categories', table: articleCategories, omit: ['slug', 'listedAt'] },
  { name: 'former-slugs', table: formerSlugs, shapes: { slug } },
  { name: 'article-sources', table: articleSources },
  {
    name: 'comments',
    table: comments,
    shapes: { publicId, spamFactors: lines },
    omit: ['html', 'likes', 'reports', 'replies', 'score', 'shown', 'clientKey'],
  },
  { name: 'comment-likes', table: commentLikes },
  {
    name: 'products',
    table: products,
    omit: ['html'],
    shapes: { publicId, slug, productId: z.string().regex(/^[\da-f]{32}$/) },
  },
  { name: 'product-former-slugs', table: productFormerSlugs, shapes: { slug } },
  { name: 'product-images', table: productImages },
  { name: 'product-files', table: productFiles, shapes: { publicId } },
  {
    name: 'product-file-versions',
    table: productFileVersions,
    shapes: { publicId, stored: z.string().regex(/^[\da-f]{32}$/) },
  },
  { name: 'carts', table: cartLines },
  {
    name: 'discounts',
    table: discounts,
    shapes: { publicId, code: z.string().regex(/^[A-Z0-9][A-Z0-9_-]{2,39}$/) },
  },
  { name: 'discount-products', table: discountProducts },
  { name: 'cart-discounts', table: cartDiscounts },
  {
    name: 'orders',
    table: orders,
    omit: ['checkoutId'],
    shapes: { publicId, currency: z.string().regex(/^[A-Z]{3}$/) },
  },
  { name: 'order-lines', table: orderLines, shapes: { image: imageName.nullable() } },
  { name: 'refunds', table: refunds, shapes: { publicId } },
  { name: 'library', table: libraryEntries },
  { name: 'licence-keys', table: licenceKeys },
  { name: 'downloads', table: downloads },
  { name: 'update-notifications', table: updateNotifications, importDefaults: finishedAlert },
  {
    name: 'disputes',
    table: disputes,
    shapes: { state: z.enum(disputeStates), reason: z.enum(disputeReasons) },
  },
  { name: 'comment-reports', table: commentReports },
  { name: 'article-likes', table: articleLikes },
  { name: 'saved-articles', table: savedArticles },
  { name: 'article-alerts', table: articleAlerts, importDefaults: finishedAlert },
  { name: 'notifications', table: notifications, shapes: { publicId, path: path.nullable() } },
  {
    name: 'subscribers',
    table: subscribers,
    omit: ['linkHash', 'linkUntil'],
    shapes: { publicId, email },
    importDefaults: () => ({ linkHash: null, linkUntil: 0 }),
  },
  { name: 'newsletters', table: newsletters, shapes: { publicId }, importDefaults: finishedAlert },
  {
    name: 'cross-posts',
    table: crossPosts,
    omit: ['nextAt', 'holder', 'heldUntil'],
    shapes: { publicId, url: website.nullable() },
    importDefaults: unknownOutcome,
  },
  { name: 'game-likes', table: gameLikes },
  {
    name: 'game-scores',
    table: gameScores,
    shapes: {
      publicId,
      mode: z.string().regex(/^[a-z-]{1,40}$/),
      outcome: z.enum(['won', 'lost', 'drawn']),
      inputs: z.base64(),
    },
  },
  {
    name: 'game-reviews',
    table: gameReviews,
    shapes: { publicId, state: z.enum(reviewStates), spamFactors: lines },
  },
  { name: 'contact-messages', table: contactMessages, shapes: { publicId } },
  { name: 'article-days', table: articleDays },
  { name: 'trending', table: trending },
  { name: 'page-views', table: pageViews },
  { name: 'view-days', table: viewDays },
  { name: 'view-months', table: viewMonths },
  { name: 'list-pages', table: listPages },
];

/** Tables that are not exported, with the reason. */
export const excludedTables: Readonly<Record<string, string>> = {
  sessions: 'gives access',
  one_time_tokens: 'gives access',
  sign_in_attempts: 'expires within an hour',
  setup_tokens: 'gives access',
  totp_secrets: 'secret, encrypted with the key of the server',
  recovery_codes: 'gives access',
  passkeys: 'gives access, for one domain only',
  trusted_devices: 'gives access',
  article_revisions: 'earlier versions of articles',
  working_copies: 'unsaved work',
  draft_links: 'gives access to drafts',
  article_views: 'prevents counting a visitor twice on one day',
  og_images: 'drawn again',
  product_og_images: 'drawn again',
  content_og_images: 'drawn again',
  comment_counts: 'counted again',
  image_uses: 'derived from texts',
  product_image_uses: 'derived from texts',
  product_uploads: 'uploads in progress',
  game_seeds: 'games in progress',
  checkouts: 'payments in progress',
  payment_events: 'prevents handling a webhook event twice',
  demo_payments: 'demo payments',
  working_copy_images: 'derived from unsaved work',
  connections: 'secret, encrypted with the key of the server',
  content_files: 'read again from CONTENT_DIR',
  jobs: 'state of the server',
  leases: 'state of the server',
  backup_runs: 'state of the server',
  built_documents: 'derived from the build',
  releases: 'rendered again',
  pushed_objects: 'compared again with the bucket at the next start',
  upload_objects: 'compared again with the bucket at the next start',
  pages: 'rendered again',
  page_dependencies: 'rendered again',
  real_time_events: 'expires within seconds',
  emails: 'prevents duplicate emails',
  audit_log: 'log of the server',
  text_generation_days: 'state of the server',
};
