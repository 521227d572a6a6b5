import { stringify } from 'yaml';
import type { ArticleSummary } from '../../db/hot/articles.ts';
import {
  findReadableArticle,
  findReadableText,
  findRedirectTarget,
  readNeighbours,
  readSeries,
} from '../../db/hot/published-articles.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { tag } from '../dependency-tags.ts';
import { htmlFile, type PageLoader } from '../page-source.ts';
import { writeRedirectPage } from '../redirect-page.ts';
import { toCard } from './card.ts';
import { readPageComments } from './comments.ts';
import { addImageVariants, coverDependencies } from './picture.ts';
import { readSharePicture } from './share-picture.ts';

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
      // Also covers the number of free stories, which saves one row per page.
      tag.setting('meter'),
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
          sharePicture: readSharePicture(context.database, {
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
    kind: 'twin',
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
