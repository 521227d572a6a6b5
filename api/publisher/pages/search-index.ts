import type { SearchIndexEntry, SearchIndexList } from '#contracts/search-index.ts';
import { readIndexedArticles, readLiveShards } from '../../db/repositories/search.ts';
import { SITEMAP_SHARD_SIZE, tag } from '../dependency-tags.ts';
import type { PageLoader } from '../page-source.ts';

/** /search-index.json names the files that hold something to find. */
export const searchIndexList: PageLoader = (context, path) => {
  const shards = readLiveShards(context.database, SITEMAP_SHARD_SIZE);
  const list: SearchIndexList = { shards: shards.map((shard) => `/search-index-${shard}.json`) };
  return {
    kind: 'search-index',
    file: path.slice(1),
    reads: [tag.sitemapIndex],
    content: { text: `${JSON.stringify(list)}\n` },
  };
};

/**
 * /search-index-{n}.json holds the live articles with ids from n thousand on, one a line. It names
 * the same articles as that file of the sitemap, and every change of one of them touches both.
 */
export const searchIndexShard: PageLoader = (context, path, shard) => {
  const from = Number(shard) * SITEMAP_SHARD_SIZE;
  const articles = readIndexedArticles(context.database, from, from + SITEMAP_SHARD_SIZE);
  if (articles.length === 0) return null;
  const lines = articles.map((article) => {
    const entry: SearchIndexEntry = {
      p: `/blog/${article.slug}`,
      t: article.title,
      d: article.description,
      g: JSON.parse(article.tags),
      h: JSON.parse(article.headings),
    };
    return JSON.stringify(entry);
  });
  return {
    kind: 'search-index',
    file: path.slice(1),
    reads: [tag.sitemapShard(Number(shard))],
    content: { text: `[\n${lines.join(',\n')}\n]\n` },
  };
};
