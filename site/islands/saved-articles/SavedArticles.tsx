import { type ReactNode, useCallback } from 'react';
import type { z } from 'zod';
import type { likedArticlesResponse } from '#contracts/reaction.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { ListFrame, type ListResponse } from '../ui/ListFrame.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { usePageParam } from '../ui/use-search-params.ts';
import {
  type Article,
  NOTHING_SAVED,
  readSaved,
  SavedArticle,
  type SavedArticleLabels,
} from './SavedArticle.tsx';

interface Collection<Entry extends Article> {
  /** Text for screen readers while the list loads. */
  loading: string;
  load(page: number, signal: AbortSignal): Promise<ListResponse & { articles: Entry[] }>;
  empty: ReactNode;
  labelsOf(article: Entry): SavedArticleLabels;
}

type LikedList = z.infer<typeof likedArticlesResponse>;

const likes: Collection<LikedList['articles'][number]> = {
  loading: 'Loading your liked articles',
  load: (page, signal) => callApi<LikedList>('GET', `/api/liked-articles?page=${page}`, { signal }),
  empty: (
    <EmptyState title="No liked articles yet">
      Articles you like appear here. <a href="/blog">Find something to read</a>
    </EmptyState>
  ),
  labelsOf: ({ title, likedAt }) => ({
    since: `Liked on ${longDate(likedAt)}`,
    remove: 'Unlike',
    restore: 'Like again',
    removed: `You no longer like “${title}”.`,
  }),
};

const saves: Collection<Awaited<ReturnType<typeof readSaved>>['articles'][number]> = {
  loading: 'Loading your reading list',
  load: (page, signal) => readSaved({ page }, signal),
  empty: (
    <EmptyState title="No saved articles yet">
      {NOTHING_SAVED} <a href="/blog">Find something to read</a>
    </EmptyState>
  ),
  labelsOf: ({ title, savedAt }) => ({
    since: `Saved on ${longDate(savedAt)}`,
    remove: 'Remove',
    restore: 'Save again',
    removed: `“${title}” was removed from the list.`,
  }),
};

/** The articles that a member likes, newest like first. */
export const LikedArticles = () => <SavedArticles name="likes" collection={likes} />;

/** The articles that a member has saved, newest first. */
export const ReadingList = () => <SavedArticles name="saves" collection={saves} />;

interface Props<Entry extends Article> {
  /** Collection of the API that contains the articles. */
  name: 'likes' | 'saves';
  collection: Collection<Entry>;
}

const SavedArticles = <Entry extends Article>(props: Props<Entry>) => (
  <MembersOnly loading={props.collection.loading}>{() => <List {...props} />}</MembersOnly>
);

function List<Entry extends Article>({ name, collection }: Props<Entry>) {
  const { loading, load, empty, labelsOf } = collection;
  const pages = usePageParam();
  const { page } = pages;
  const loadPage = useCallback((signal: AbortSignal) => load(page, signal), [load, page]);
  const { loaded, reload } = useFetch(loadPage);
  return (
    <ListFrame
      loaded={loaded}
      onRetry={reload}
      {...pages}
      loading={loading}
      summary={({ result }) => pluralize(result, 'article')}
      empty={empty}
    >
      {({ articles }) => (
        <ol className="saved__list">
          {articles.map((article) => (
            <SavedArticle
              key={article._id}
              article={article}
              collection={name}
              labels={labelsOf(article)}
            />
          ))}
        </ol>
      )}
    </ListFrame>
  );
}
