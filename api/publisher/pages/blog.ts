import { NEW_ARTICLES, popularReads, TRENDING_ARTICLES } from '#contracts/blog.ts';
import { readNewestIds, readTagCounts } from '../../db/hot/list-pages.ts';
import { readListedSummaries, readTrending } from '../../db/hot/published-articles.ts';
import { LATEST, tag } from '../dependency-tags.ts';
import { htmlFile, type PageLoader } from '../page-source.ts';
import { toCard } from './card.ts';
import { emptySlice, readHeadPage, readNumberedPage } from './list-slices.ts';

/** Loads /blog, which exists even without articles. */
export const blogPage: PageLoader = ({ database, ...context }, path) => {
  const head = readHeadPage({ database, ...context }, LATEST);
  const newest = readNewestIds(database, LATEST, popularReads.to);
  // The most read articles, then the newest ones that are not shown as new.
  const newArticles = newest.slice(0, NEW_ARTICLES);
  const candidates = [...readTrending(database), ...newest].filter(
    (id) => !newArticles.includes(id),
  );
  const trending = readListedSummaries(database, [...new Set(candidates)]);
  const shownTrending = trending.slice(0, TRENDING_ARTICLES);
  const popular = newest.slice(popularReads.from - 1);
  const cards = [...popular, ...shownTrending.map((article) => article.id)].map(tag.card);
  const dependencies = [
    tag.list(LATEST),
    tag.tagCounts,
    tag.trending,
    ...(head?.dependencies ?? []),
    ...cards,
  ];
  return {
    kind: 'page',
    file: htmlFile(path),
    dependencies: [...new Set(dependencies)],
    content: {
      page: {
        kind: 'blog',
        list: head?.slice ?? emptySlice,
        tags: readTagCounts(database),
        trending: shownTrending.map(toCard),
        popular: readListedSummaries(database, popular).map(toCard),
      },
    },
  };
};

export const blogNumberedPage: PageLoader = (context, path, number) => {
  const numbered = readNumberedPage(context, LATEST, number);
  if (!numbered) return null;
  return {
    kind: 'page',
    file: htmlFile(path),
    dependencies: numbered.dependencies,
    content: { page: { kind: 'blog-numbered', list: numbered.slice } },
  };
};
