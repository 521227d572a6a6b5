import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { HOUR_MS } from '#contracts/durations.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { findArticleById } from '../../db/hot/articles.ts';
import { findDiscussedArticle } from '../../db/hot/comments.ts';
import { insertComment, insertCommentLike } from '../../db/repositories/comments.ts';
import { insertUser, updateProfile } from '../../db/repositories/users.ts';
import { type RenderedComment, renderComment } from '../articles/render-markdown.ts';
import { createPublicId } from '../identifiers.ts';
import { NO_PASSWORD } from '../passwords/passwords.ts';

/** Represents the author of the article. */
export const OWNER = 'owner';

const sampleCommentSchema = z.strictObject({
  by: z.string().nullable(),
  hoursAgo: z.number().positive(),
  likes: z.array(z.string()).default([]),
  text: z.array(z.string()).min(1),
});

const sampleCommentsSchema = z
  .strictObject({
    notice: z.string(),
    members: z.record(
      z.string(),
      z.strictObject({
        name: z.string().min(1),
        title: z.string(),
        bio: z.string(),
        location: z.string(),
      }),
    ),
    threads: z.array(
      sampleCommentSchema.extend({
        article: z.string(),
        replies: z.array(sampleCommentSchema).default([]),
      }),
    ),
  })
  .refine(({ members, threads }) => {
    const all = threads.flatMap((thread) => [thread, ...thread.replies]);
    const names = all.flatMap(({ by, likes }) => [...(by === null ? [] : [by]), ...likes]);
    return names.every((name) => name in members || name === OWNER);
  }, 'A named person is not among the members.');

export type SampleMember = z.infer<typeof sampleCommentsSchema>['members'][string];

/** Comment of the file with its HTML. */
export interface SampleComment extends Omit<z.infer<typeof sampleCommentSchema>, 'text'> {
  rendered: RenderedComment;
}

export interface SampleConversation {
  members: Map<string, SampleMember>;
  threads: (SampleComment & { article: string; replies: SampleComment[] })[];
}

/**
 * Reads the sample comments of a content folder; none without the file.
 * @throws Error with the file name if it is invalid
 */
export async function readSampleComments(
  context: Pick<AppContext, 'markdown'>,
  contentFolder: string,
): Promise<SampleConversation> {
  const file = path.join(contentFolder, 'comments', 'sample.json');
  if (!existsSync(file)) return { members: new Map(), threads: [] };
  const { members, threads } = parseSampleComments(file);
  const render = async ({
    text,
    ...rest
  }: z.infer<typeof sampleCommentSchema>): Promise<SampleComment> => ({
    ...rest,
    rendered: await renderComment(context, text.join('\n')),
  });
  return {
    members: new Map(Object.entries(members)),
    threads: await Promise.all(
      threads.map(async ({ article, replies, ...first }) => ({
        ...(await render(first)),
        article,
        replies: await Promise.all(replies.map(render)),
      })),
    ),
  };
}

function parseSampleComments(file: string): z.infer<typeof sampleCommentsSchema> {
  try {
    return sampleCommentsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} is invalid; see its README`, { cause: error });
  }
}

/** Domain that receives no email (RFC 2606). */
const SAMPLE_DOMAIN = 'sample.invalid';

type Context = Pick<AppContext, 'database' | 'clock'>;

interface Circumstances {
  people: Map<string, number>;
  articleId: number;
  /** Milliseconds UTC. */
  at: number;
  parentId: number | null;
}

/**
 * Stores sample comments with their members, who have no password; skips missing articles.
 * Call it in a transaction before rendering.
 */
export function storeSampleComments(
  transaction: Queryable,
  context: Context,
  { members, threads }: SampleConversation,
): void {
  const now = context.clock();
  const threadsShown = threads.filter(({ article }) => findArticle(context, article) !== null);
  if (threadsShown.length === 0) return;
  const ids = new Map<string, number>();
  for (const [key, { name, ...profile }] of members) {
    const joined = now - HOUR_MS * (24 + firstHoursAgo(threadsShown, key));
    const { id } = insertUser(transaction, {
      publicId: createPublicId(),
      email: `${key}@${SAMPLE_DOMAIN}`,
      name,
      passwordHash: NO_PASSWORD,
      role: 0,
      createdAt: joined,
    });
    updateProfile(transaction, id, { ...profile, privacy: { profile: 'public' } }, joined);
    ids.set(key, id);
  }
  for (const { article, replies, ...first } of threadsShown) {
    const place = findArticle(context, article);
    if (!place) continue;
    const people = new Map([...ids, [OWNER, place.authorId]]);
    const at = Math.min(now, Math.max(now - first.hoursAgo * HOUR_MS, place.from));
    const parentId = storeComment(transaction, first, {
      people,
      articleId: place.id,
      at,
      parentId: null,
    });
    for (const reply of replies) {
      const replied = Math.max(at, now - reply.hoursAgo * HOUR_MS);
      storeComment(transaction, reply, { people, articleId: place.id, at: replied, parentId });
    }
  }
}

/** Returns the age of a member's first comment, in hours; they joined before it. */
function firstHoursAgo(threads: SampleConversation['threads'], key: string): number {
  const all = threads.flatMap((thread) => [thread, ...thread.replies]);
  return Math.max(0, ...all.filter(({ by }) => by === key).map(({ hoursAgo }) => hoursAgo));
}

/** Returns a live article, and the earliest time of its comments: an hour after publication. */
function findArticle({ database }: Context, slug: string) {
  const article = findDiscussedArticle(database, slug);
  const publishedAt = article && findArticleById(database, article.id)?.publishedAt;
  if (!article || !publishedAt || article.state !== 'live') return null;
  return { id: article.id, authorId: article.authorId, from: publishedAt + HOUR_MS };
}

function storeComment(
  transaction: Queryable,
  { by, likes, rendered }: SampleComment,
  { people, articleId, at, parentId }: Circumstances,
): number {
  const id = insertComment(transaction, {
    publicId: createPublicId(),
    articleId,
    parentId,
    state: 'published',
    spamFactors: [],
    userId: by === null ? null : (people.get(by) ?? null),
    guest: by === null ? createPublicId() : null,
    text: rendered.text,
    html: rendered.html,
    createdAt: at,
  });
  for (const name of likes) {
    const userId = people.get(name);
    if (userId) insertCommentLike(transaction, { commentId: id, userId, createdAt: at });
  }
  return id;
}
