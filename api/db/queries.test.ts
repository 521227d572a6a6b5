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
import * as shares from './hot/images.ts';
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
import * as liveEvents from './repositories/notifications.ts';
import * as notifications from './repositories/notifications.ts';
import * as oneTimeTokens from './repositories/one-time-tokens.ts';
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
import * as views from './repositories/views.ts';
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
  'a list of articles',
  'the oldest articles',
  'the last edited ones',
  'an author’s',
  'the newest of all',
  'the newest of a tag',
  'the newest of a category',
  'a series',
  'a numbered page',
  'claiming work',
  'claiming an email',
  'the inbox',
  'unread messages',
  'subscribers',
  'confirmed ones',
  'unconfirmed ones',
  'images by age',
  'unused images',
  'images by size',
  'images by name',
  'avatars by age',
  'what nothing shows',
  'the next image without variants',
  'articles to draw for',
  'all emails',
  'sent emails',
  'newsletters',
  'its next receivers',
  'everybody who confirmed',
  'whom to hand on',
  'live events of a channel',
  'the last live event',
  'notifications',
  'unread notifications',
  'what somebody likes',
  'a reading list',
  'an article with pending alerts',
  'next recipients',
  'the newest revision',
  'revisions',
  'autosaves to purge',
  'the articles beside one',
  'articles of a timeline',
  'comments of a timeline',
  'the last link of a user',
  'the passkeys of a user',
  'the audit log',
  'what one admin did',
  'one kind of action',
  'users by first name',
  'users by last name',
  'users by e-mail',
  'users by type',
  'users by joining',
  'users by anniversary',
  'drafts',
  'scheduled articles',
]);

describe('a query that uses an index:', () => {
  it.each<[string, () => unknown]>([
    ['a list of articles', () => articles.listArticles(database, live, firstPage('newest'))],
    ['the oldest articles', () => articles.listArticles(database, live, firstPage('oldest'))],
    ['the last edited ones', () => articles.listArticles(database, live, firstPage('updated'))],
    [
      'an author’s',
      () => articles.listArticles(database, { ...live, author: 'author' }, firstPage('newest')),
    ],
    [
      'one tag’s',
      () => articles.listArticles(database, { ...live, tag: 'tag-1' }, firstPage('newest')),
    ],
    [
      'one category’s',
      () => articles.listArticles(database, { ...live, category: 'Notes' }, firstPage('newest')),
    ],
    [
      'a search for a title',
      () => articles.listArticles(database, { ...live, title: 'Article' }, firstPage('newest')),
    ],
    [
      'a search for two letters',
      () => articles.listArticles(database, { ...live, title: 'Ar' }, firstPage('newest')),
    ],
    ['articles by title', () => articles.listArticles(database, live, firstPage('title'))],
    ['all of an admin’s', () => articles.listArticles(database, anyState, firstPage('newest'))],
    ['how many there are', () => articles.countArticles(database, live)],
    [
      'how many match',
      () => articles.countArticles(database, { ...live, title: 'Article', tag: 'one' }),
    ],
    ['an article by its source', () => articleSources.findArticleOfSource(database, 'ghost:1')],
    ['a link to a draft', () => draftLinks.findDraftLink(query(), 'x')],
    ['the open links to a draft', () => draftLinks.listOpenDraftLinks(query(), 1, 0)],
    ['the ended links to a draft', () => draftLinks.deleteEndedDraftLinks(query(), 1, 0)],
    ['the sources of an article', () => articleSources.listSourcesOf(database, 1)],
    ['an article by its id', () => articles.findArticleByPublicId(database, 'x')],
    ['an article by its slug', () => articles.findArticleBySlug(database, 'x')],
    ['several articles', () => articles.findSummaries(database, [1, 2, 3])],
    ['whether a slug is free', () => articles.slugIsTaken(database, 'x', 1)],
    ['former slugs', () => articles.listFormerSlugs(database, 1)],
    ['names in use', () => articles.findTaxonomy(database)],
    ['a readable article', () => published.findReadableArticle(database, 'x')],
    ['where an old address leads', () => published.findRedirectTarget(database, 'x')],
    ['a series', () => published.readSeries(database, 'series')],
    ['the articles beside one', () => published.readNeighbours(database, { time: 5, id: 5 })],
    ['every series', () => published.readSeriesSlugs(database)],
    ['a part of the sitemap', () => shards.readSitemapRows(database, 'articles', 0, 1000)],
    ['the highest id', () => shards.readHighestLiveId(database, 'articles')],
    ['the newest of all', () => lists.readNewestIds(database, 'latest', 6)],
    ['the newest of a tag', () => lists.readNewestIds(database, 'tag:one', 6)],
    [
      'a numbered page',
      () => {
        const page = lists.findListPage(database, 'latest', 2);
        if (page)
          lists.readPageIds(database, 'latest', page, lists.findHeadPage(database, 'latest'));
      },
    ],
    [
      'a tag’s numbered page',
      () => {
        const page = lists.findListPage(database, 'tag:one', 2);
        if (page) lists.readPageIds(database, 'tag:one', page, null);
      },
    ],
    ['the newest of a category', () => lists.readNewestIds(database, 'category:notes', 6)],
    ['every category', () => lists.readCategorySlugs(database)],
    ['what a category is called', () => lists.findCategoryName(database, 'notes')],
    ['what is read most', () => trending.listMostRead(database, 0, 8)],
    ['forgetting days', () => trending.deleteArticleDaysBefore(database, 0)],
    ['the page of an article', () => lists.findPageOf(database, 'latest', 5, 5)],
    ['the page before a page', () => lists.findOlder(database, 'latest', 3)],
    ['the page after a page', () => lists.findNewer(database, 'latest', 3)],
    [
      'where a page would be split',
      () => {
        const page = lists.findHeadPage(database, 'latest');
        if (page) lists.readStartAt(database, 'latest', page, 3);
      },
    ],
    ['how many articles tags have', () => lists.readTagCounts(database)],
    ['who read a tag', () => pages.findReaders(database, 1, ['list:latest', 'article:1'])],
    ['what a page read', () => pages.listReads(database, 1, '/blog')],
    ['all pages of a release', () => pages.listPagePaths(database, 1)],
    ['forgetting a page', () => pages.deletePageRow(database, 1, '/blog')],
    ['jobs by id', () => queuedJobs.listJobsById(database, [1])],
    ['failed publishings', () => jobs.listFailedPublishings(database, 20)],
    ['failed work after them', () => jobs.listFailedFollowUps(database, 20)],
    [
      'failed work that is done since',
      () =>
        queuedJobs.resolveFailedJobs(database, {
          kind: 'comments',
          payload: { article: 1 },
          now: 0,
        }),
    ],
    ['another try', () => jobs.requeueFailedJob(database, 1, 0)],
    [
      'scheduled articles of a period',
      () => calendar.listScheduledBetween(database, { from: 0, to: 1 }),
    ],
    ['what was published', () => calendar.listPublished(database, { from: 0, to: 1, limit: 9 })],
    ['drafts', () => unpublished.listDrafts(query(), 5)],
    ['scheduled articles', () => unpublished.listScheduled(query(), 5)],
    ['how many drafts', () => unpublished.countArticlesIn(query(), 'draft')],
    ['members who joined', () => users.countMembersJoined(query(), { from: 0, to: 1 })],
    ['new subscribers', () => subscribers.countSubscribed(query(), { from: 0, to: 1 })],
    ['the oldest due job of each queue', () => readOldestDue(database, 1)],
    ['calling work off', () => jobs.cancelJob(database, 1, 0)],
    ['all work', () => jobs.listJobs(database, 'all', 20)],
    ['work that waits', () => jobs.listJobs(database, 'waiting', 20)],
    ['work that is done', () => jobs.listJobs(database, 'done', 20)],
    ['how much work failed', () => jobs.countJobs(database, 'failed')],
    ['how much work there was', () => jobs.countJobs(database, 'all')],
    [
      'the result of a job',
      () => queuedJobs.updateJob(database, 1, { error: null, finishedAt: 0 }),
    ],
    ['work that a store delays', () => jobs.findDelayedJob(database, ['push', 'store'], 1)],
    ['cancelling work', () => queuedJobs.cancelQueuedJobs(database, 'release', 0)],
    ['work that is due at once', () => queuedJobs.makeJobsDue(database, 'push', 0)],
    ['the live release', () => builtReleases.findRelease(database, 'live')],
    ['the last failed release', () => releases.findFailedRelease(database)],
    [
      'a link of an email',
      () => oneTimeTokens.findOneTimeToken(query(), { hash: 'x', kind: 'x', now: 0 }),
    ],
    [
      'the last link of a user',
      () => oneTimeTokens.findLatestTokenOfUser(query(), 1, 'confirm email', 0),
    ],
    ['links of a user', () => oneTimeTokens.deleteTokensOfUser(query(), 1, 'confirm email')],
    ['links before a password change', () => oneTimeTokens.deleteTokensBoundToPassword(query(), 1)],
    [
      'links after a reverted email change',
      () => oneTimeTokens.deleteTokensOfUserSince(query(), 1, 'revert email', 0),
    ],
    ['sign-in attempts of a limit', () => attempts.listAttemptTimes(query(), 'x', 0)],
    ['a sign-in attempt', () => attempts.deleteAttempt(query(), 'x')],
    ['forgiven sign-in attempts', () => attempts.deleteAttemptsOf(query(), 'x')],
    ['sign-in attempts that are too old', () => attempts.deleteAttemptsUntil(query(), 0)],
    ['linked accounts of a user', () => oauthAccounts.listOAuthAccountsOf(query(), 1)],
    ['links that are too old', () => oneTimeTokens.deleteTokensExpiredBy(query(), 0)],
    ['the passkeys of a user', () => passkeys.listPasskeys(query(), 1)],
    ['recovery codes that are left', () => recoveryCodes.countRecoveryCodes(query(), 1)],
    ['a recovery code', () => recoveryCodes.useRecoveryCode(query(), 1, 'x', 0)],
    ['the profile picture of a member', () => avatars.findAvatar(query(), 'x')],
    ['profile pictures of a member', () => avatars.listAvatarsOf(query(), 1)],
    ['profile pictures that nobody shows', () => avatars.deleteUnusedAvatars(query(), 0)],
    [
      'articles of a timeline',
      () => timeline.listArticlesBy(database, { userId: 1, at: 9, id: 9, limit: 9 }),
    ],
    [
      'comments of a timeline',
      () => timeline.listCommentsBy(database, { userId: 1, at: 9, id: 9, limit: 9 }),
    ],
    [
      'everything about a member',
      () => {
        for (const table of memberTables) {
          readMemberRows(query(), table, { id: 1, confirmedEmail: 'x' });
        }
      },
    ],
    ['where somebody is signed in', () => sessions.listOpenSessionsOfUser(query(), 1, 0)],
    ['whose session it is', () => findSessionOwner(database, 'x', 0)],
    ['the inbox', () => contactMessages.listContactMessages(query(), inbox('all'))],
    ['unread messages', () => contactMessages.listContactMessages(query(), inbox('unread'))],
    ['how many are unread', () => contactMessages.countContactMessages(query(), 'unread')],
    ['recipients of a notification about a message', () => users.listAdmins(query())],
    ['a subscriber by address', () => subscribers.findSubscriberByEmail(query(), 'x')],
    ['a subscriber by link', () => subscribers.findSubscriberByLink(query(), 'x', 0)],
    ['subscribers', () => subscribers.listSubscribers(query(), subscriberQuery('all'))],
    ['emails that begin', () => subscribers.listSubscribers(query(), subscriberQuery('all', 'x'))],
    ['how many begin', () => subscribers.countSubscribers(query(), 'all', 'x')],
    ['confirmed ones', () => subscribers.listSubscribers(query(), subscriberQuery('confirmed'))],
    [
      'unconfirmed ones',
      () => subscribers.listSubscribers(query(), subscriberQuery('unconfirmed')),
    ],
    ['how many confirmed', () => subscribers.countSubscribers(query(), 'confirmed')],
    ['everybody who confirmed', () => subscribers.listConfirmedSubscribers(query())],
    ['who did not confirm', () => subscribers.deleteUnconfirmedBy(query(), 0)],
    ['leaving', () => subscribers.deleteSubscriber(query(), 'x')],
    ['updating an email', () => emails.updateEmail(query(), 1, { response: '' })],
    ['all emails', () => emails.listEmails(query(), emailPage('all'))],
    ['sent emails', () => emails.listEmails(query(), emailPage('sent'))],
    ['emails that wait', () => emails.listEmails(query(), emailPage('waiting'))],
    ['how many emails failed', () => emails.countEmails(query(), { show: 'failed' })],
    [
      'emails of a newsletter',
      () => emails.listEmails(query(), { ...emailPage('all'), newsletterId: 1 }),
    ],
    ['an email', () => emails.findEmail(query(), 'x')],
    ['a retry of an email', () => emails.requeueEmail(query(), 'x', { now: 0, retryUntil: 0 })],
    ['cancelling an email', () => emails.cancelUnsentEmail(query(), 'x', 0)],
    ['a newsletter to write', () => newsletters.findUnwrittenNewsletter(query())],
    [
      'its next receivers',
      () => newsletters.listNextReceivers(query(), { lastRecipientId: 0, startedAt: 1 }, 100),
    ],
    ['starting a newsletter', () => newsletters.startNewsletter(database, 1, 0)],
    ['withdrawing a newsletter request', () => newsletters.deleteNewsletterRequest(query(), 1)],
    ['newsletters', () => newsletters.listNewsletters(query(), 20)],
    ['an article’s newsletter', () => newsletters.findNewsletter(query(), { articleId: 1 })],
    ['a newsletter', () => newsletters.findNewsletter(query(), { publicId: 'x' })],
    ['how far a newsletter got', () => newsletters.countNewsletterEmails(query(), 1)],
    ['stopping a newsletter', () => newsletters.cancelNewsletterEmails(query(), 1, 0)],
    ['whether somebody is subscribed', () => subscribers.isSubscribed(query(), 'x')],
    ['live events of a channel', () => liveEvents.listEventsAfter(database, 1, 100)],
    ['the last live event', () => liveEvents.readLastEventId(database)],
    ['purging live events', () => liveEvents.purgeEventsBefore(query(), 0)],
    ['notifications', () => notifications.listNotifications(query(), notificationQuery('all'))],
    [
      'unread notifications',
      () => notifications.listNotifications(query(), notificationQuery('unread')),
    ],
    ['how many unread', () => notifications.countNotifications(query(), 1, 'unread')],
    [
      'marking a notification',
      () => notifications.markNotifications(query(), { userId: 1, publicId: 'x', readAt: 1 }),
    ],
    [
      'marking all of them',
      () => notifications.markNotifications(query(), { userId: 1, publicId: null, readAt: 1 }),
    ],
    [
      'taking one back',
      () => notifications.deleteNotificationBySubject(query(), { userId: 1, subjectKey: 'x' }),
    ],
    [
      'hiding one',
      () => notifications.setNotificationInSite(query(), { userId: 1, subjectKey: 'x' }, false),
    ],
    ['deleting a notification', () => notifications.deleteNotification(query(), 1, 'x')],
    ['old notifications', () => notifications.deleteNotificationsBefore(query(), 0)],
    ['correcting notifications', () => notifications.updateExcerpts(query(), 'a', 'b')],
    [
      'notifications about a subject',
      () => notifications.deleteNotificationsBySubject(query(), { from: 'a', below: 'b' }),
    ],
    [
      'emails about something',
      () =>
        emails.cancelEmailsBySubject(
          query(),
          { from: 'a', below: 'b' },
          { now: 1, response: 'Gone.' },
        ),
    ],
    [
      'how many emails a member got',
      () => emails.countEmailsToMember(query(), { member: 'x', kinds: ['reply'], since: 1 }),
    ],
    ['what somebody has chosen', () => notifications.listPreferences(query(), 1)],
    ['what they chose for a kind', () => notifications.findPreference(query(), 1, 'reply')],
    ['likes of an article', () => reactions.countLikes(database, 1)],
    ['taking a like back', () => reactions.deleteLike(query(), pair)],
    ['taking an article off the list', () => reactions.deleteSave(query(), pair)],
    ['what a reader did', () => reactions.findReactions(database, pair)],
    ['what somebody likes', () => reactions.listReactions(database, 'liked', ofMember)],
    ['how much somebody likes', () => reactions.countReactions(database, 'liked', 1)],
    ['a reading list', () => reactions.listReactions(database, 'saved', ofMember)],
    ['how long a reading list is', () => reactions.countReactions(database, 'saved', 1)],
    [
      'the newest articles of an author',
      () =>
        articles.listNewestIdsBy(database, {
          userId: 1,
          limit: 100,
          states: ['live', 'archived', 'draft', 'scheduled'],
        }),
    ],
    ['an article with pending alerts', () => articleAlerts.findUnwrittenAlert(query())],
    ['an article that is taken back', () => articleAlerts.findTakenBack(query())],
    ['noting that it is', () => articleAlerts.recordUnpublication(database, 1, 0)],
    [
      'notified recipients',
      () =>
        notifications.listNotificationsBySubject(query(), {
          subjectKey: 'article:1',
          after: 0,
          limit: 1,
        }),
    ],
    ['the last email about a problem', () => emails.findLastEmailTime(query(), 'problem:disk', 1)],
    ['failed emails since a time', () => emails.countFailedEmails(query(), 1)],
    [
      'whether an email about a subject exists',
      () => emails.hasEmailAboutSubject(query(), 'article:1', 'a@b'),
    ],
    ['next recipients', () => articleAlerts.listNextToAlert(query(), 1, 50)],
    ['an email by its row id', () => emails.findEmailById(query(), 1)],
    [
      'expired email contents',
      () => emails.purgeEmailContents(query(), { endedBefore: 0, now: 0 }),
    ],
    [
      'a search of all texts',
      () => search.findDocuments(database, { match: '"text"*', without: ['game'] }, 10),
    ],
    ['the next words of the index', () => search.readWordsAfter(database, 'some', 10)],
    ['the version of the index', () => search.readIndexVersion(database)],
    ['a part of the static index', () => search.readIndexedArticles(database, 0, 1000)],
    ['the parts of the static index', () => shards.readLiveShards(database, 'articles', 1000)],
    ['images of a text', () => variants.readImages(database, ['a.png'])],
    ['the next image without variants', () => variants.findImageWithoutVariants(database)],
    ['saying what was made', () => variants.recordVariants(database, 1, null)],
    ['articles with a cover', () => variants.listCoveredArticles(database, 1)],
    [
      'what an Open Graph image shows',
      () => shares.findShareKey(database, { kind: 'article', id: 1 }),
    ],
    [
      'deleting an Open Graph image',
      () => shares.deleteShareKey(database, { kind: 'article', id: 1 }),
    ],
    [
      'articles to draw for',
      () => shares.listShareableBelow(database, { kind: 'article', id: 100 }, 50),
    ],
    ['whether work waits', () => queuedJobs.hasQueuedJob(database, 'images')],
    ['connections that end', () => connections.listEndingConnections(query(), 0)],
    ['a subscriber by row id', () => subscribers.findSubscriberById(query(), 1)],
    [
      'what is to be posted',
      () => crossPosts.listDueCrossPosts(query(), { now: 0, excluded: ['dev'], limit: 50 }),
    ],
    [
      'waking the cross-posts of an article',
      () => crossPosts.wakeCrossPosts(database, { articleId: 1, live: true, now: 0 }),
    ],
    ['waking what waits for a service', () => crossPosts.wakeWaitingFor(query(), 'dev', 0)],
    ['a post by its row id', () => crossPosts.findCrossPostById(query(), 1)],
    ['the cross-post log', () => crossPosts.listCrossPosts(query(), postLog('all'))],
    [
      'what waits in the cross-post log',
      () => crossPosts.listCrossPosts(query(), postLog('waiting')),
    ],
    ['how much was posted', () => crossPosts.countCrossPosts(query(), 'sent')],
    ['the posts of an article', () => crossPosts.listCrossPostsOf(query(), 1)],
    ['a post', () => crossPosts.findCrossPost(query(), 'x')],
    [
      'calling off a post',
      () => crossPosts.cancelScheduledPost(query(), { articleId: 1, target: 'dev' }),
    ],
    ['whether a page is live', () => crossPosts.isPageLive(database, '/blog/x')],
    ['whether it is on its way', () => crossPosts.isBeingPublished(database, 1)],
    ['the bin', () => articleWrites.listBinnedBefore(query(), 0)],
    ['old views', () => articleWrites.purgeViewsBefore(query(), 0)],
    ['the audit log', () => auditLog.listAuditEntries(database, auditQuery({}), auditPage)],
    [
      'what one admin did',
      () => auditLog.listAuditEntries(database, auditQuery({ actorId: 1 }), auditPage),
    ],
    [
      'one kind of action',
      () => auditLog.listAuditEntries(database, auditQuery({ action: 'x' }), auditPage),
    ],
    [
      'the number of audit entries',
      () => auditLog.countAuditEntries(database, auditQuery({ action: 'x' })),
    ],
    ['purging audit entries', () => auditLog.purgeAuditEntries(database, 0)],
    ['who did anything', () => auditLog.listAuditActors(database)],
    ['what was ever done', () => auditLog.listAuditActions(database)],
    ['images by age', () => uploads.listUploads(database, imageFilter('all'), imagePage('newest'))],
    [
      'unused images',
      () => uploads.listUploads(database, imageFilter('unused'), imagePage('oldest')),
    ],
    [
      'images by size',
      () => uploads.listUploads(database, imageFilter('all'), imagePage('largest')),
    ],
    ['images by name', () => uploads.listUploads(database, imageFilter('all'), imagePage('name'))],
    [
      'images of some words',
      () => uploads.listUploads(database, { show: 'all', search: 'boat' }, imagePage('newest')),
    ],
    ['how many images', () => uploads.countUploads(database, imageFilter('unused'))],
    ['what nothing shows', () => uploads.listUnusedUploads(database, 0, 10)],
    ['how much nothing shows', () => uploads.countUnusedUploads(database, 0)],
    ['where an image is used', () => uploads.listUses(database, anImage, 10)],
    ['how often an image is used', () => uploads.countUses(database, anImage)],
    ['taking an image off', () => uploads.clearCovers(database, 1)],
    ['avatars by age', () => uploads.listAvatarUploads(database, '', { limit: 24, offset: 0 })],
    ['how many avatars', () => uploads.countAvatarUploads(database, '')],
    ['users by first name', () => userList.listUsers(database, everybody, userPage('first'))],
    ['users by last name', () => userList.listUsers(database, everybody, userPage('last'))],
    ['users by e-mail', () => userList.listUsers(database, everybody, userPage('email'))],
    ['users by type', () => userList.listUsers(database, everybody, userPage('type'))],
    ['users by joining', () => userList.listUsers(database, everybody, userPage('joined'))],
    [
      'users by anniversary',
      () => userList.listUsers(database, everybody, userPage('anniversary')),
    ],
    [
      'users of a name',
      () => userList.listUsers(database, { search: 'test', show: 'all' }, userPage('joined')),
    ],
    [
      'users of two letters',
      () => userList.listUsers(database, { search: 'te', show: 'all' }, userPage('joined')),
    ],
    ['how many admins', () => userList.countUsers(database, { search: '', show: 'admins' })],
    [
      'how many are kept out',
      () => userList.countUsers(database, { search: '', show: 'suspended' }),
    ],
    ['how many are invited', () => userList.countUsers(database, { search: '', show: 'invited' })],
    ['a row of the users', () => userList.findListedUser(database, 'x')],
    ['other admins', () => users.countOtherAdmins(query(), 1)],
    ['one more view', () => views.incrementPageViews(database, tally)],
    ['the days of the counter', () => views.listViewDays(database, month)],
    ['its months', () => views.listViewMonths(database)],
    ['the most read pages', () => views.topPages(database, month, true, 20)],
    ['the most read pages ever', () => views.topPagesOfAllTime(database, 30, 20)],
    ['the most read articles', () => views.topArticles(database, month, 20)],
    ['where readers come from', () => views.topReferrers(database, month, 20)],
    ['what they ask for', () => views.topQueries(database, month, 20)],
    ['the oldest day', () => views.firstViewDay(database)],
    ['the newest revision', () => revisions.findNewestRevision(query(), 1)],
    ['revisions', () => revisions.listRevisions(query(), 1, { before: 9, limit: 50 })],
    ['a revision', () => revisions.findRevision(query(), 1, 'x')],
    ['autosaves to purge', () => revisions.purgeAutosaves(database, 1, 50)],
    ['an article by its editing session', () => revisions.findArticleOfEditSession(query(), 'x')],
    ['unsaved work', () => revisions.listCopies(query(), { articleId: 1, userId: 1 })],
    ['adding a month up', () => views.rollUpMonth(database, 24_000, month)],
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
