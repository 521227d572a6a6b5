import { stringify } from 'yaml';
import { REPLIES_SHOWN } from '#contracts/comment-limits.ts';
import type { PageComment, PageComments, PageThread } from '#contracts/page.ts';
import type { Connection } from '../../db/connection.ts';
import type { ArticleSummary } from '../../db/hot/articles.ts';
import {
  authorOf,
  type CommentRecord,
  countComments,
  listComments,
  listReplies,
  profileFor,
} from '../../db/hot/comments.ts';
import {
  findReadableArticle,
  findReadableText,
  findRedirectTarget,
  readNeighbours,
  readSeries,
} from '../../db/hot/published-articles.ts';
import { settingOf } from '../../db/hot/site.ts';
import { htmlFile, type PageLoader, tag, writeRedirectPage } from '../page-source.ts';
import { toCard } from './cards.ts';
import { addImageVariants, coverDependencies, readOgImage } from './image.ts';

/** Maximum number of threads per sort order. */
const THREADS_PER_ORDER = 10;

/** Characters of HTML after which no more threads are added. */
const HTML_CHARACTERS_MAX = 60_000;

/** Maximum characters of a comment in structured data. */
const TEXT_MAX = 500;

/** Author of a deleted or hidden comment, which stays for its replies. */
const unknownAuthor = { name: '', avatar: null };

/** Loads /blog/{slug}, and redirects from former slugs and ids. */
export const articlePage: PageLoader = (context, path, slug) => {
  const article = findReadableArticle(context.database, slug);
  if (!article) return redirectPage(context, path, slug);
  const body = addImageVariants(context.database, article.html);
  const parts = article.seriesSlug === null ? [] : readSeries(context.database, article.seriesSlug);
  const { id, publishedAt } = article;
  // Neighbours have no dependency tags: getArticleChange returns the positions whose neighbours change, and
  // a row for each of ten thousand pages would slow down every new release.
  const { older, newer } =
    article.state === 'live' && publishedAt !== null
      ? readNeighbours(context.database, { time: publishedAt, id })
      : { older: null, newer: null };
  return {
    kind: 'page',
    file: htmlFile(path),
    dependencies: [
      tag.article(article.id),
      ...(article.seriesSlug === null ? [] : [tag.series(article.seriesSlug)]),
      tag.articleSettings,
      ...coverDependencies(article),
      ...body.dependencies,
    ],
    content: {
      page: {
        kind: 'article',
        article: {
          ...toCard(article),
          toc: article.toc,
          words: article.words,
          archived: article.state === 'archived',
          freeStories: settingOf(context.database, 'meter')
            ? settingOf(context.database, 'free-stories')
            : null,
          guestComments: settingOf(context.database, 'guest-comments'),
          ogImage: readOgImage(context.database, {
            kind: 'article',
            id: article.id,
            publicId: article.publicId,
          }),
        },
        comments: readPageComments(context.database, article),
        seriesParts: parts.map(({ slug, title, language }) => ({ slug, title, language })),
        older,
        newer,
      },
      body: body.html,
    },
  };
};

const redirectPage: PageLoader = (context, path, key) => {
  const target = findRedirectTarget(context.database, key);
  if (!target) return null;
  return {
    kind: 'redirect',
    file: htmlFile(path),
    dependencies: [tag.article(target.id)],
    content: { text: writeRedirectPage(`/blog/${target.slug}`, context.origin) },
  };
};

/** Loads /blog/{slug}.md, the Markdown copy of an article for programs. */
export const markdownCopyPage: PageLoader = (context, path, slug) => {
  const article = findReadableText(context.database, slug);
  if (!article) return null;
  return {
    kind: 'markdown-copy',
    file: path.slice(1),
    dependencies: [tag.article(article.id)],
    content: { text: createMarkdownCopy(article, context.origin) },
  };
};

function createMarkdownCopy(
  article: ArticleSummary & { markdown: string },
  origin: string,
): string {
  const matter = {
    title: article.title,
    ...(article.subtitle && { subtitle: article.subtitle }),
    ...(article.description && { description: article.description }),
    author: article.authorName,
    date: new Date(article.publishedAt ?? article.createdAt).toISOString(),
    updated: new Date(article.updatedAt).toISOString(),
    ...(article.tags.length > 0 && { tags: article.tags }),
    ...(article.series && { series: article.series }),
    language: article.language,
    canonical: `${origin}${encodeURI(`/blog/${article.slug}`)}`,
  };
  return `---\n${stringify(matter, { lineWidth: 0 })}---\n\n${article.markdown.trim()}\n`;
}

/** Returns the most relevant and newest comments for the page of an article. */
export function readPageComments(
  database: Connection,
  article: { id: number; authorId: number },
): PageComments {
  const count = countComments(database, article.id);
  if (count === 0) return { count, threads: [], more: false };
  const chosen = new Map<number, CommentRecord>();
  for (const sort of ['relevant', 'recent'] as const) {
    const page = { sort, after: null, limit: THREADS_PER_ORDER };
    for (const comment of listComments(database, article.id, page)) chosen.set(comment.id, comment);
  }
  const threads: PageThread[] = [];
  let [shown, characters] = [0, 0];
  for (const comment of [...chosen.values()].sort(byRelevance)) {
    if (characters > HTML_CHARACTERS_MAX) break;
    const thread = toThread(database, comment, article.authorId);
    threads.push(thread);
    characters += [thread, ...thread.replies].reduce((sum, { html }) => sum + html.length, 0);
    shown += thread.replies.length + (comment.state === 'published' ? 1 : 0);
  }
  return { count, threads, more: count > shown };
}

function byRelevance(first: CommentRecord, second: CommentRecord): number {
  return second.score - first.score || second.createdAt - first.createdAt || second.id - first.id;
}

function toThread(database: Connection, comment: CommentRecord, authorId: number): PageThread {
  const replies =
    comment.replies === 0
      ? []
      : listReplies(database, comment.id, { after: null, limit: REPLIES_SHOWN });
  return {
    ...toPageComment(comment, authorId),
    replyCount: comment.replies,
    replies: replies.map((reply) => toPageComment(reply, authorId)),
  };
}

function toPageComment(comment: CommentRecord, authorId: number): PageComment {
  const isPublished = comment.state === 'published';
  return {
    id: comment.publicId,
    ...(isPublished ? authorOf(comment) : unknownAuthor),
    member: isPublished && profileFor(comment, 'guest') ? comment.member : null,
    replyTo: isPublished ? comment.replyTo : null,
    owner: isPublished && comment.userId === authorId,
    createdAt: new Date(comment.createdAt).toISOString(),
    edited: isPublished && comment.editedAt !== null,
    html: isPublished ? comment.html : '',
    text: isPublished ? comment.text.slice(0, TEXT_MAX) : '',
  };
}
