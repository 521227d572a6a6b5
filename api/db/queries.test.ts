import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleListQuery } from '#contracts/article.ts';
import type { ImageSort } from '#contracts/upload.ts';
import type { UserSort } from '#contracts/user-list.ts';
import { readOldestDue } from '../services/status/readiness.ts';
import { insertTestArticle, insertTestUser } from '../testing/factories.ts';
import { type PlanReader, readPlans, sorts, walks } from '../testing/query-plans.ts';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import * as articles from './hot/articles.ts';
import * as variants from './hot/images.ts';
import * as ogImages from './hot/images.ts';
import * as queuedJobs from './hot/jobs.ts';
import * as lists from './hot/list-pages.ts';
import * as published from './hot/published-articles.ts';
import * as pages from './hot/releases.ts';
import * as builtReleases from './hot/releases.ts';
import * as search from './hot/search.ts';
import { findSessionOwner } from './hot/session-owner.ts';
import * as shards from './hot/shards.ts';
import * as calendar from './repositories/articles.ts';
import * as trending from './repositories/articles.ts';
import * as unpublished from './repositories/articles.ts';
import * as articleSources from './repositories/articles.ts';
import * as articleWrites from './repositories/articles.ts';
import * as draftLinks from './repositories/articles.ts';
import * as auditLog from './repositories/audit-log.ts';
import * as contactMessages from './repositories/contact-messages.ts';
import * as connections from './repositories/cross-posts.ts';
import * as crossPosts from './repositories/cross-posts.ts';
import * as emails from './repositories/emails.ts';
import * as jobs from './repositories/jobs.ts';
import * as releases from './repositories/jobs.ts';
import * as avatars from './repositories/media.ts';
import * as uploads from './repositories/media.ts';
import { memberTables, readMemberRows } from './repositories/member-data.ts';
import * as newsletters from './repositories/newsletter.ts';
import * as subscribers from './repositories/newsletter.ts';
import * as articleAlerts from './repositories/notifications.ts';
import * as realTimeEvents from './repositories/notifications.ts';
import * as notifications from './repositories/notifications.ts';
import * as oneTimeTokens from './repositories/one-time-tokens.ts';
import * as views from './repositories/page-views.ts';
import * as reactions from './repositories/reactions.ts';
import * as revisions from './repositories/revisions.ts';
import * as sessions from './repositories/sessions.ts';
import * as attempts from './repositories/sessions.ts';
import * as oauthAccounts from './repositories/sign-in-methods.ts';
import * as passkeys from './repositories/sign-in-methods.ts';
import * as recoveryCodes from './repositories/sign-in-methods.ts';
import * as timeline from './repositories/timeline.ts';
import * as userList from './repositories/users.ts';
import * as users from './repositories/users.ts';
import { articleTags } from './schema/articles.ts';
import { auditLog as auditEntries } from './schema/site.ts';

let database: Database;
let plans: PlanReader;
const plansOf = (work: () => unknown) => plans.plansOf(work);
const explain = (sql: string) => plans.explain(sql);

beforeAll(() => {
  database = openMigrated();
  const { id: authorId } = insertTestUser(database, { publicId: 'author' });
  for (let number = 0; number < 300; number += 1) {
    const { id } = insertTestArticle(database, {
      authorId,
      publishedAt: number,
      ...(number % 3 === 0 && { series: 'Series', seriesSlug: 'series' }),
    });
    for (const [position, tag] of ['one', `tag-${number % 9}`].entries()) {
      database.query.insert(articleTags).values({ articleId: id, position, tag }).run();
    }
  }
  lists.divideListPages(database, 'latest');
  lists.divideListPages(database, 'tag:one');
  builtReleases.insertRelease(database, { buildId: 'build', schemaVersion: 1, now: 0 });
  database.query.insert(auditEntries).values({ at: 1, actorId: authorId, action: 'x' }).run();
  plans = readPlans(database);
});
afterAll(() => database.close());

const live = { states: ['live' as const] };
const anyState = { states: ['draft' as const, 'scheduled' as const, 'live' as const] };
const firstPage = (sort: ArticleListQuery['sort']) => ({ sort, limit: 3, offset: 0 });
const query = () => database.query;
const emailPage = (show: 'all' | 'sent' | 'waiting') => ({ show, limit: 20, offset: 0 });
const month = { fromDay: 1, toDay: 30 };
const tally = { day: 1, path: '/', query: '', referrer: '', known: true, views: 1, visitors: 1 };
const inbox = (show: 'all' | 'unread') => ({ show, limit: 20, offset: 0 });
const pair = { articleId: 1, userId: 1 };
const ofMember = { userId: 1, limit: 10, offset: 0 };
const notificationQuery = (show: 'all' | 'unread') => ({ userId: 1, show, limit: 20, offset: 0 });
const subscriberQuery = (show: 'all' | 'confirmed' | 'unconfirmed', search = '') => ({
  show,
  search,
  limit: 50,
  offset: 0,
});

const postLog = (show: 'all' | 'waiting' | 'sent') => ({ show, limit: 20, offset: 0 });
const auditQuery = (selection: object) => ({ from: 0, until: 1, ...selection });
const auditPage = { limit: 50, offset: 0 };
const imageFilter = (show: 'all' | 'unused') => ({ show, search: '' });
const imagePage = (sort: ImageSort) => ({ sort, limit: 24, offset: 0 });
const anImage = { id: 1, fileName: 'a.png' };
const everybody = { search: '', show: 'all' as const };
const userPage = (sort: UserSort) => ({
  sort,
  order: 'asc' as const,
  limit: 25,
  offset: 0,
  today: '11-21',
});

/** Queries that an index has to return in the order of the list. */
const inOrder = new Set([
  'articles.listArticles: newest',
  'articles.listArticles: oldest',
  'articles.listArticles: last edited',
  'articles.listArticles: author',
  'lists.readNewestIds: all',
  'lists.readNewestIds: tag',
  'lists.readNewestIds: category',
  'published.readSeries',
  'lists.readPageIds: all',
  'contactMessages.listContactMessages: all',
  'contactMessages.listContactMessages: unread',
  'subscribers.listSubscribers: all',
  'subscribers.listSubscribers: confirmed',
  'subscribers.listSubscribers: unconfirmed',
  'uploads.listUploads: newest',
  'uploads.listUploads: unused',
  'uploads.listUploads: largest',
  'uploads.listUploads: by name',
  'uploads.listAvatarUploads',
  'uploads.listUnusedUploads',
  'variants.findImageWithoutVariants',
  'ogImages.listReadableBelow',
  'emails.listEmails: all',
  'emails.listEmails: sent',
  'newsletters.listNewsletters',
  'newsletters.listNextReceivers',
  'subscribers.listConfirmedSubscribers',
  'realTimeEvents.listEventsAfter',
  'realTimeEvents.readLastEventId',
  'notifications.listNotifications: all',
  'notifications.listNotifications: unread',
  'reactions.listReactions: liked',
  'reactions.listReactions: saved',
  'articleAlerts.findUnwrittenAlert',
  'articleAlerts.listNextToAlert',
  'revisions.findNewestRevision',
  'revisions.listRevisions',
  'revisions.purgeAutosaves',
  'published.readNeighbours',
  'timeline.listArticlesBy',
  'timeline.listCommentsBy',
  'oneTimeTokens.findLatestTokenOfUser',
  'passkeys.listPasskeys',
  'auditLog.listAuditEntries: all',
  'auditLog.listAuditEntries: actor',
  'auditLog.listAuditEntries: action',
  'userList.listUsers: by first name',
  'userList.listUsers: by last name',
  'userList.listUsers: by email',
  'userList.listUsers: by type',
  'userList.listUsers: by date',
  'userList.listUsers: by anniversary',
  'unpublished.listDrafts',
  'unpublished.listScheduled',
]);

describe('a query that uses an index:', () => {
  it.each<[string, () => unknown]>([
    [
      'articles.listArticles: newest',
      () => articles.listArticles(database, live, firstPage('newest')),
    ],
    [
      'articles.listArticles: oldest',
      () => articles.listArticles(database, live, firstPage('oldest')),
    ],
    [
      'articles.listArticles: last edited',
      () => articles.listArticles(database, live, firstPage('updated')),
    ],
    [
      'articles.listArticles: author',
      () => articles.listArticles(database, { ...live, author: 'author' }, firstPage('newest')),
    ],
    [
      'articles.listArticles: tag',
      () => articles.listArticles(database, { ...live, tag: 'tag-1' }, firstPage('newest')),
    ],
    [
      'articles.listArticles: category',
      () => articles.listArticles(database, { ...live, category: 'Notes' }, firstPage('newest')),
    ],
    [
      'articles.listArticles: search',
      () => articles.listArticles(database, { ...live, title: 'Article' }, firstPage('newest')),
    ],
    [
      'articles.listArticles: two letters',
      () => articles.listArticles(database, { ...live, title: 'Ar' }, firstPage('newest')),
    ],
    [
      'articles.listArticles: by title',
      () => articles.listArticles(database, live, firstPage('title')),
    ],
    [
      'articles.listArticles: several states',
      () => articles.listArticles(database, anyState, firstPage('newest')),
    ],
    ['articles.countArticles: all', () => articles.countArticles(database, live)],
    [
      'articles.countArticles: search',
      () => articles.countArticles(database, { ...live, title: 'Article', tag: 'one' }),
    ],
    [
      'articleSources.findArticleOfSource',
      () => articleSources.findArticleOfSource(database, 'ghost:1'),
    ],
    ['draftLinks.findDraftLink', () => draftLinks.findDraftLink(query(), 'x')],
    ['draftLinks.listOpenDraftLinks', () => draftLinks.listOpenDraftLinks(query(), 1, 0)],
    ['draftLinks.deleteEndedDraftLinks', () => draftLinks.deleteEndedDraftLinks(query(), 1, 0)],
    ['articleSources.listSourcesOf', () => articleSources.listSourcesOf(database, 1)],
    ['articles.findArticleByPublicId', () => articles.findArticleByPublicId(database, 'x')],
    ['articles.findArticleBySlug', () => articles.findArticleBySlug(database, 'x')],
    ['articles.findSummaries', () => articles.findSummaries(database, [1, 2, 3])],
    ['articles.slugIsTaken', () => articles.slugIsTaken(database, 'x', 1)],
    ['articles.listFormerSlugs', () => articles.listFormerSlugs(database, 1)],
    ['articles.findTaxonomy', () => articles.findTaxonomy(database)],
    ['published.findReadableArticle', () => published.findReadableArticle(database, 'x')],
    ['published.findRedirectTarget', () => published.findRedirectTarget(database, 'x')],
    ['published.readSeries', () => published.readSeries(database, 'series')],
    ['published.readNeighbours', () => published.readNeighbours(database, { time: 5, id: 5 })],
    ['published.readSeriesSlugs', () => published.readSeriesSlugs(database)],
    ['shards.readSitemapRows', () => shards.readSitemapRows(database, 'articles', 0, 1000)],
    ['shards.readHighestLiveId', () => shards.readHighestLiveId(database, 'articles')],
    ['lists.readNewestIds: all', () => lists.readNewestIds(database, 'latest', 6)],
    ['lists.readNewestIds: tag', () => lists.readNewestIds(database, 'tag:one', 6)],
    [
      'lists.readPageIds: all',
      () => {
        const page = lists.findListPage(database, 'latest', 2);
        if (page)
          lists.readPageIds(database, 'latest', page, lists.findHeadPage(database, 'latest'));
      },
    ],
    [
      'lists.readPageIds: tag',
      () => {
        const page = lists.findListPage(database, 'tag:one', 2);
        if (page) lists.readPageIds(database, 'tag:one', page, null);
      },
    ],
    ['lists.readNewestIds: category', () => lists.readNewestIds(database, 'category:notes', 6)],
    ['lists.readCategorySlugs', () => lists.readCategorySlugs(database)],
    ['lists.findCategoryName', () => lists.findCategoryName(database, 'notes')],
    ['trending.listMostRead', () => trending.listMostRead(database, 0, 8)],
    ['trending.deleteArticleDaysBefore', () => trending.deleteArticleDaysBefore(database, 0)],
    ['lists.findPageOf', () => lists.findPageOf(database, 'latest', 5, 5)],
    ['lists.findOlder', () => lists.findOlder(database, 'latest', 3)],
    ['lists.findNewer', () => lists.findNewer(database, 'latest', 3)],
    [
      'lists.readStartAt',
      () => {
        const page = lists.findHeadPage(database, 'latest');
        if (page) lists.readStartAt(database, 'latest', page, 3);
      },
    ],
    ['lists.readTagCounts', () => lists.readTagCounts(database)],
    [
      'pages.findDependentPages',
      () => pages.findDependentPages(database, 1, ['list:latest', 'article:1']),
    ],
    ['pages.listPageDependencies', () => pages.listPageDependencies(database, 1, '/blog')],
    ['pages.listPagePaths', () => pages.listPagePaths(database, 1)],
    ['pages.deletePageRow', () => pages.deletePageRow(database, 1, '/blog')],
    ['queuedJobs.listJobsById', () => queuedJobs.listJobsById(database, [1])],
    ['jobs.listFailedPublishings', () => jobs.listFailedPublishings(database, 20)],
    ['jobs.listFailedFollowUps', () => jobs.listFailedFollowUps(database, 20)],
    [
      'queuedJobs.resolveFailedJobs',
      () =>
        queuedJobs.resolveFailedJobs(database, {
          kind: 'comments',
          payload: { article: 1 },
          now: 0,
        }),
    ],
    ['jobs.requeueFailedJob', () => jobs.requeueFailedJob(database, 1, 0)],
    [
      'calendar.listScheduledBetween',
      () => calendar.listScheduledBetween(database, { from: 0, to: 1 }),
    ],
    [
      'calendar.listPublished',
      () => calendar.listPublished(database, { from: 0, to: 1, limit: 9 }),
    ],
    ['unpublished.listDrafts', () => unpublished.listDrafts(query(), 5)],
    ['unpublished.listScheduled', () => unpublished.listScheduled(query(), 5)],
    ['unpublished.countArticlesIn', () => unpublished.countArticlesIn(query(), 'draft')],
    ['users.countMembersJoined', () => users.countMembersJoined(query(), { from: 0, to: 1 })],
    ['subscribers.countSubscribed', () => subscribers.countSubscribed(query(), { from: 0, to: 1 })],
    ['jobs.readOldestDue', () => readOldestDue(database, 1)],
    ['jobs.cancelJob', () => jobs.cancelJob(database, 1, 0)],
    ['jobs.listJobs: all', () => jobs.listJobs(database, 'all', 20)],
    ['jobs.listJobs: waiting', () => jobs.listJobs(database, 'waiting', 20)],
    ['jobs.listJobs: done', () => jobs.listJobs(database, 'done', 20)],
    ['jobs.countJobs: failed', () => jobs.countJobs(database, 'failed')],
    ['jobs.countJobs: all', () => jobs.countJobs(database, 'all')],
    [
      'queuedJobs.updateJob',
      () => queuedJobs.updateJob(database, 1, { error: null, finishedAt: 0 }),
    ],
    ['jobs.findDelayedJob', () => jobs.findDelayedJob(database, ['push', 'store'], 1)],
    ['queuedJobs.cancelQueuedJobs', () => queuedJobs.cancelQueuedJobs(database, 'release', 0)],
    ['queuedJobs.makeJobsDue', () => queuedJobs.makeJobsDue(database, 'push', 0)],
    ['builtReleases.findRelease', () => builtReleases.findRelease(database, 'live')],
    ['releases.findFailedRelease', () => releases.findFailedRelease(database)],
    [
      'oneTimeTokens.findOneTimeToken',
      () => oneTimeTokens.findOneTimeToken(query(), { hash: 'x', kind: 'x', now: 0 }),
    ],
    [
      'oneTimeTokens.findLatestTokenOfUser',
      () => oneTimeTokens.findLatestTokenOfUser(query(), 1, 'confirm email', 0),
    ],
    [
      'oneTimeTokens.deleteTokensOfUser',
      () => oneTimeTokens.deleteTokensOfUser(query(), 1, 'confirm email'),
    ],
    [
      'oneTimeTokens.deleteTokensBoundToPassword',
      () => oneTimeTokens.deleteTokensBoundToPassword(query(), 1),
    ],
    [
      'oneTimeTokens.deleteTokensOfUserSince',
      () => oneTimeTokens.deleteTokensOfUserSince(query(), 1, 'revert email', 0),
    ],
    ['attempts.listAttemptTimes', () => attempts.listAttemptTimes(query(), 'x', 0)],
    ['attempts.deleteAttempt', () => attempts.deleteAttempt(query(), 'x')],
    ['attempts.deleteAttemptsOf', () => attempts.deleteAttemptsOf(query(), 'x')],
    ['attempts.deleteAttemptsUntil', () => attempts.deleteAttemptsUntil(query(), 0)],
    ['oauthAccounts.listOAuthAccountsOf', () => oauthAccounts.listOAuthAccountsOf(query(), 1)],
    ['oneTimeTokens.deleteTokensExpiredBy', () => oneTimeTokens.deleteTokensExpiredBy(query(), 0)],
    ['passkeys.listPasskeys', () => passkeys.listPasskeys(query(), 1)],
    ['recoveryCodes.countRecoveryCodes', () => recoveryCodes.countRecoveryCodes(query(), 1)],
    ['recoveryCodes.useRecoveryCode', () => recoveryCodes.useRecoveryCode(query(), 1, 'x', 0)],
    ['avatars.findAvatar', () => avatars.findAvatar(query(), 'x')],
    ['avatars.listAvatarsOf', () => avatars.listAvatarsOf(query(), 1)],
    ['avatars.deleteUnusedAvatars', () => avatars.deleteUnusedAvatars(query(), 0)],
    [
      'timeline.listArticlesBy',
      () => timeline.listArticlesBy(database, { userId: 1, at: 9, id: 9, limit: 9 }),
    ],
    [
      'timeline.listCommentsBy',
      () => timeline.listCommentsBy(database, { userId: 1, at: 9, id: 9, limit: 9 }),
    ],
    [
      'memberData.readMemberRows',
      () => {
        for (const table of memberTables) {
          readMemberRows(query(), table, { id: 1, confirmedEmail: 'x' });
        }
      },
    ],
    ['sessions.listOpenSessionsOfUser', () => sessions.listOpenSessionsOfUser(query(), 1, 0)],
    ['sessions.findSessionOwner', () => findSessionOwner(database, 'x', 0)],
    [
      'contactMessages.listContactMessages: all',
      () => contactMessages.listContactMessages(query(), inbox('all')),
    ],
    [
      'contactMessages.listContactMessages: unread',
      () => contactMessages.listContactMessages(query(), inbox('unread')),
    ],
    [
      'contactMessages.countContactMessages',
      () => contactMessages.countContactMessages(query(), 'unread'),
    ],
    ['users.listAdmins', () => users.listAdmins(query())],
    ['subscribers.findSubscriberByEmail', () => subscribers.findSubscriberByEmail(query(), 'x')],
    ['subscribers.findSubscriberByLink', () => subscribers.findSubscriberByLink(query(), 'x', 0)],
    [
      'subscribers.listSubscribers: all',
      () => subscribers.listSubscribers(query(), subscriberQuery('all')),
    ],
    [
      'subscribers.listSubscribers: search',
      () => subscribers.listSubscribers(query(), subscriberQuery('all', 'x')),
    ],
    [
      'subscribers.countSubscribers: search',
      () => subscribers.countSubscribers(query(), 'all', 'x'),
    ],
    [
      'subscribers.listSubscribers: confirmed',
      () => subscribers.listSubscribers(query(), subscriberQuery('confirmed')),
    ],
    [
      'subscribers.listSubscribers: unconfirmed',
      () => subscribers.listSubscribers(query(), subscriberQuery('unconfirmed')),
    ],
    [
      'subscribers.countSubscribers: confirmed',
      () => subscribers.countSubscribers(query(), 'confirmed'),
    ],
    ['subscribers.listConfirmedSubscribers', () => subscribers.listConfirmedSubscribers(query())],
    ['subscribers.deleteUnconfirmedBy', () => subscribers.deleteUnconfirmedBy(query(), 0)],
    ['subscribers.deleteSubscriber', () => subscribers.deleteSubscriber(query(), 'x')],
    ['emails.updateEmail', () => emails.updateEmail(query(), 1, { response: '' })],
    ['emails.listEmails: all', () => emails.listEmails(query(), emailPage('all'))],
    ['emails.listEmails: sent', () => emails.listEmails(query(), emailPage('sent'))],
    ['emails.listEmails: waiting', () => emails.listEmails(query(), emailPage('waiting'))],
    ['emails.countEmails', () => emails.countEmails(query(), { show: 'failed' })],
    [
      'emails.listEmails: newsletter',
      () => emails.listEmails(query(), { ...emailPage('all'), newsletterId: 1 }),
    ],
    ['emails.findEmail', () => emails.findEmail(query(), 'x')],
    ['emails.requeueEmail', () => emails.requeueEmail(query(), 'x', { now: 0, retryUntil: 0 })],
    ['emails.cancelUnsentEmail', () => emails.cancelUnsentEmail(query(), 'x', 0)],
    ['newsletters.findUnwrittenNewsletter', () => newsletters.findUnwrittenNewsletter(query())],
    [
      'newsletters.listNextReceivers',
      () => newsletters.listNextReceivers(query(), { lastRecipientId: 0, startedAt: 1 }, 100),
    ],
    ['newsletters.startNewsletter', () => newsletters.startNewsletter(database, 1, 0)],
    ['newsletters.deleteNewsletterRequest', () => newsletters.deleteNewsletterRequest(query(), 1)],
    ['newsletters.listNewsletters', () => newsletters.listNewsletters(query(), 20)],
    [
      'newsletters.findNewsletter: by article',
      () => newsletters.findNewsletter(query(), { articleId: 1 }),
    ],
    [
      'newsletters.findNewsletter: by id',
      () => newsletters.findNewsletter(query(), { publicId: 'x' }),
    ],
    ['newsletters.countNewsletterEmails', () => newsletters.countNewsletterEmails(query(), 1)],
    ['newsletters.cancelNewsletterEmails', () => newsletters.cancelNewsletterEmails(query(), 1, 0)],
    ['subscribers.isSubscribed', () => subscribers.isSubscribed(query(), 'x')],
    ['realTimeEvents.listEventsAfter', () => realTimeEvents.listEventsAfter(database, 1, 100)],
    ['realTimeEvents.readLastEventId', () => realTimeEvents.readLastEventId(database)],
    ['realTimeEvents.purgeEventsBefore', () => realTimeEvents.purgeEventsBefore(query(), 0)],
    [
      'notifications.listNotifications: all',
      () => notifications.listNotifications(query(), notificationQuery('all')),
    ],
    [
      'notifications.listNotifications: unread',
      () => notifications.listNotifications(query(), notificationQuery('unread')),
    ],
    [
      'notifications.countNotifications',
      () => notifications.countNotifications(query(), 1, 'unread'),
    ],
    [
      'notifications.markNotifications: one',
      () => notifications.markNotifications(query(), { userId: 1, publicId: 'x', readAt: 1 }),
    ],
    [
      'notifications.markNotifications: all',
      () => notifications.markNotifications(query(), { userId: 1, publicId: null, readAt: 1 }),
    ],
    [
      'notifications.deleteNotificationBySubject',
      () => notifications.deleteNotificationBySubject(query(), { userId: 1, subjectKey: 'x' }),
    ],
    [
      'notifications.setNotificationInSite',
      () => notifications.setNotificationInSite(query(), { userId: 1, subjectKey: 'x' }, false),
    ],
    ['notifications.deleteNotification', () => notifications.deleteNotification(query(), 1, 'x')],
    [
      'notifications.deleteNotificationsBefore',
      () => notifications.deleteNotificationsBefore(query(), 0),
    ],
    ['notifications.updateExcerpts', () => notifications.updateExcerpts(query(), 'a', 'b')],
    [
      'notifications.deleteNotificationsBySubject',
      () => notifications.deleteNotificationsBySubject(query(), { from: 'a', below: 'b' }),
    ],
    [
      'emails.cancelEmailsBySubject',
      () =>
        emails.cancelEmailsBySubject(
          query(),
          { from: 'a', below: 'b' },
          { now: 1, response: 'Gone.' },
        ),
    ],
    [
      'emails.countEmailsToMember',
      () => emails.countEmailsToMember(query(), { member: 'x', kinds: ['reply'], since: 1 }),
    ],
    ['notifications.listPreferences', () => notifications.listPreferences(query(), 1)],
    ['notifications.findPreference', () => notifications.findPreference(query(), 1, 'reply')],
    ['reactions.countLikes', () => reactions.countLikes(database, 1)],
    ['reactions.deleteLike', () => reactions.deleteLike(query(), pair)],
    ['reactions.deleteSave', () => reactions.deleteSave(query(), pair)],
    ['reactions.findReactions', () => reactions.findReactions(database, pair)],
    ['reactions.listReactions: liked', () => reactions.listReactions(database, 'liked', ofMember)],
    ['reactions.countReactions: liked', () => reactions.countReactions(database, 'liked', 1)],
    ['reactions.listReactions: saved', () => reactions.listReactions(database, 'saved', ofMember)],
    ['reactions.countReactions: saved', () => reactions.countReactions(database, 'saved', 1)],
    [
      'articles.listNewestIdsBy',
      () =>
        articles.listNewestIdsBy(database, {
          userId: 1,
          limit: 100,
          states: ['live', 'archived', 'draft', 'scheduled'],
        }),
    ],
    ['articleAlerts.findUnwrittenAlert', () => articleAlerts.findUnwrittenAlert(query())],
    ['articleAlerts.findAlertToWithdraw', () => articleAlerts.findAlertToWithdraw(query())],
    ['articleAlerts.recordUnpublication', () => articleAlerts.recordUnpublication(database, 1, 0)],
    [
      'notifications.listNotificationsBySubject',
      () =>
        notifications.listNotificationsBySubject(query(), {
          subjectKey: 'article:1',
          after: 0,
          limit: 1,
        }),
    ],
    ['emails.findLastEmailTime', () => emails.findLastEmailTime(query(), 'problem:disk', 1)],
    ['emails.countFailedEmails', () => emails.countFailedEmails(query(), 1)],
    ['emails.hasEmailAboutSubject', () => emails.hasEmailAboutSubject(query(), 'article:1', 'a@b')],
    ['articleAlerts.listNextToAlert', () => articleAlerts.listNextToAlert(query(), 1, 50)],
    ['emails.findEmailById', () => emails.findEmailById(query(), 1)],
    [
      'emails.purgeEmailContents',
      () => emails.purgeEmailContents(query(), { endedBefore: 0, now: 0 }),
    ],
    [
      'search.findDocuments',
      () => search.findDocuments(database, { match: '"text"*', without: ['game'] }, 10),
    ],
    ['search.readWordsAfter', () => search.readWordsAfter(database, 'some', 10)],
    ['search.readIndexVersion', () => search.readIndexVersion(database)],
    ['search.readIndexedArticles', () => search.readIndexedArticles(database, 0, 1000)],
    ['shards.readLiveShards', () => shards.readLiveShards(database, 'articles', 1000)],
    ['variants.readImages', () => variants.readImages(database, ['a.png'])],
    ['variants.findImageWithoutVariants', () => variants.findImageWithoutVariants(database)],
    ['variants.recordVariants', () => variants.recordVariants(database, 1, null)],
    ['variants.listCoveredArticles', () => variants.listCoveredArticles(database, 1)],
    [
      'ogImages.findOgImageKey',
      () => ogImages.findOgImageKey(database, { kind: 'article', id: 1 }),
    ],
    [
      'ogImages.deleteOgImageKey',
      () => ogImages.deleteOgImageKey(database, { kind: 'article', id: 1 }),
    ],
    [
      'ogImages.listReadableBelow',
      () => ogImages.listReadableBelow(database, { kind: 'article', id: 100 }, 50),
    ],
    ['queuedJobs.hasQueuedJob', () => queuedJobs.hasQueuedJob(database, 'images')],
    ['connections.listEndingConnections', () => connections.listEndingConnections(query(), 0)],
    ['subscribers.findSubscriberById', () => subscribers.findSubscriberById(query(), 1)],
    [
      'crossPosts.listDueCrossPosts',
      () => crossPosts.listDueCrossPosts(query(), { now: 0, excluded: ['dev'], limit: 50 }),
    ],
    [
      'crossPosts.wakeCrossPosts',
      () => crossPosts.wakeCrossPosts(database, { articleId: 1, live: true, now: 0 }),
    ],
    ['crossPosts.wakeWaitingFor', () => crossPosts.wakeWaitingFor(query(), 'dev', 0)],
    ['crossPosts.findCrossPostById', () => crossPosts.findCrossPostById(query(), 1)],
    ['crossPosts.listCrossPosts: all', () => crossPosts.listCrossPosts(query(), postLog('all'))],
    [
      'crossPosts.listCrossPosts: waiting',
      () => crossPosts.listCrossPosts(query(), postLog('waiting')),
    ],
    ['crossPosts.countCrossPosts', () => crossPosts.countCrossPosts(query(), 'sent')],
    ['crossPosts.listCrossPostsOf', () => crossPosts.listCrossPostsOf(query(), 1)],
    ['crossPosts.findCrossPost', () => crossPosts.findCrossPost(query(), 'x')],
    [
      'crossPosts.cancelScheduledPost',
      () => crossPosts.cancelScheduledPost(query(), { articleId: 1, target: 'dev' }),
    ],
    ['crossPosts.isPageLive', () => crossPosts.isPageLive(database, '/blog/x')],
    ['crossPosts.isBeingPublished', () => crossPosts.isBeingPublished(database, 1)],
    ['articleWrites.listBinnedBefore', () => articleWrites.listBinnedBefore(query(), 0)],
    [
      'articleWrites.purgeArticleViewsBefore',
      () => articleWrites.purgeArticleViewsBefore(query(), 0),
    ],
    [
      'auditLog.listAuditEntries: all',
      () => auditLog.listAuditEntries(database, auditQuery({}), auditPage),
    ],
    [
      'auditLog.listAuditEntries: actor',
      () => auditLog.listAuditEntries(database, auditQuery({ actorId: 1 }), auditPage),
    ],
    [
      'auditLog.listAuditEntries: action',
      () => auditLog.listAuditEntries(database, auditQuery({ action: 'x' }), auditPage),
    ],
    [
      'auditLog.countAuditEntries',
      () => auditLog.countAuditEntries(database, auditQuery({ action: 'x' })),
    ],
    ['auditLog.purgeAuditEntries', () => auditLog.purgeAuditEntries(database, 0)],
    ['auditLog.listAuditActors', () => auditLog.listAuditActors(database)],
    ['auditLog.listAuditActions', () => auditLog.listAuditActions(database)],
    [
      'uploads.listUploads: newest',
      () => uploads.listUploads(database, imageFilter('all'), imagePage('newest')),
    ],
    [
      'uploads.listUploads: unused',
      () => uploads.listUploads(database, imageFilter('unused'), imagePage('oldest')),
    ],
    [
      'uploads.listUploads: largest',
      () => uploads.listUploads(database, imageFilter('all'), imagePage('largest')),
    ],
    [
      'uploads.listUploads: by name',
      () => uploads.listUploads(database, imageFilter('all'), imagePage('name')),
    ],
    [
      'uploads.listUploads: search',
      () => uploads.listUploads(database, { show: 'all', search: 'boat' }, imagePage('newest')),
    ],
    ['uploads.countUploads', () => uploads.countUploads(database, imageFilter('unused'))],
    ['uploads.listUnusedUploads', () => uploads.listUnusedUploads(database, 0, 10)],
    ['uploads.countUnusedUploads', () => uploads.countUnusedUploads(database, 0)],
    ['uploads.listUses', () => uploads.listUses(database, anImage, 10)],
    ['uploads.countUses', () => uploads.countUses(database, anImage)],
    ['uploads.clearCovers', () => uploads.clearCovers(database, 1)],
    [
      'uploads.listAvatarUploads',
      () => uploads.listAvatarUploads(database, '', { limit: 24, offset: 0 }),
    ],
    ['uploads.countAvatarUploads', () => uploads.countAvatarUploads(database, '')],
    [
      'userList.listUsers: by first name',
      () => userList.listUsers(database, everybody, userPage('first')),
    ],
    [
      'userList.listUsers: by last name',
      () => userList.listUsers(database, everybody, userPage('last')),
    ],
    [
      'userList.listUsers: by email',
      () => userList.listUsers(database, everybody, userPage('email')),
    ],
    [
      'userList.listUsers: by type',
      () => userList.listUsers(database, everybody, userPage('type')),
    ],
    [
      'userList.listUsers: by date',
      () => userList.listUsers(database, everybody, userPage('joined')),
    ],
    [
      'userList.listUsers: by anniversary',
      () => userList.listUsers(database, everybody, userPage('anniversary')),
    ],
    [
      'userList.listUsers: search',
      () => userList.listUsers(database, { search: 'test', show: 'all' }, userPage('joined')),
    ],
    [
      'userList.listUsers: two letters',
      () => userList.listUsers(database, { search: 'te', show: 'all' }, userPage('joined')),
    ],
    [
      'userList.countUsers: admins',
      () => userList.countUsers(database, { search: '', show: 'admins' }),
    ],
    [
      'userList.countUsers: suspended',
      () => userList.countUsers(database, { search: '', show: 'suspended' }),
    ],
    [
      'userList.countUsers: invited',
      () => userList.countUsers(database, { search: '', show: 'invited' }),
    ],
    ['userList.findListedUser', () => userList.findListedUser(database, 'x')],
    ['users.countOtherAdmins', () => users.countOtherAdmins(query(), 1)],
    ['views.incrementPageViews', () => views.incrementPageViews(database, tally)],
    ['views.listViewDays', () => views.listViewDays(database, month)],
    ['views.listViewMonths', () => views.listViewMonths(database)],
    ['views.topPages', () => views.topPages(database, month, 'existing', 20)],
    ['views.topPagesOfAllTime', () => views.topPagesOfAllTime(database, 30, 20)],
    ['views.topArticles', () => views.topArticles(database, month, 20)],
    ['views.topReferrers', () => views.topReferrers(database, month, 20)],
    ['views.topQueries', () => views.topQueries(database, month, 20)],
    ['views.firstViewDay', () => views.firstViewDay(database)],
    ['revisions.findNewestRevision', () => revisions.findNewestRevision(query(), 1)],
    [
      'revisions.listRevisions',
      () => revisions.listRevisions(query(), 1, { before: 9, limit: 50 }),
    ],
    ['revisions.findRevision', () => revisions.findRevision(query(), 1, 'x')],
    ['revisions.purgeAutosaves', () => revisions.purgeAutosaves(database, 1, 50)],
    ['revisions.findArticleOfEditSession', () => revisions.findArticleOfEditSession(query(), 'x')],
    [
      'revisions.listWorkingCopyRows',
      () => revisions.listWorkingCopyRows(query(), { articleId: 1, userId: 1 }),
    ],
    ['views.rollUpMonth', () => views.rollUpMonth(database, 24_000, month)],
  ])('%s', (what, work) => {
    const plan = plansOf(work);
    expect(walks(plan)).toEqual([]);
    if (inOrder.has(what)) expect(sorts(plan)).toEqual([]);
  });

  it('due articles', () => {
    const sql =
      'SELECT id FROM articles WHERE scheduled_at <= ? AND draft = 0 AND deleted_at IS NULL';
    expect(walks(explain(sql))).toEqual([]);
  });
});
