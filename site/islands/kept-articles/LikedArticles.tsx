import type { z } from 'zod';
import type { likedArticlesResponse } from '#contracts/reaction.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { KeptArticle } from './KeptArticle.tsx';
import { KeptArticles } from './KeptArticles.tsx';

const load = (page: number, signal: AbortSignal): Promise<z.infer<typeof likedArticlesResponse>> =>
  callApi('GET', `/api/liked-articles?page=${page}`, { signal });

/** Articles that the member likes, newest like first. */
export function LikedArticles() {
  return (
    <KeptArticles
      loading="Loading your liked articles"
      load={load}
      empty={
        <EmptyState title="No liked articles yet">
          Articles you like appear here. <a href="/blog">Find something to read</a>
        </EmptyState>
      }
    >
      {(article) => (
        <KeptArticle
          key={article._id}
          article={article}
          collection="likes"
          since={`Liked on ${longDate(article.likedAt)}`}
          words={{
            remove: 'Unlike',
            restore: 'Like again',
            removed: `You no longer like “${article.title}”.`,
          }}
        />
      )}
    </KeptArticles>
  );
}
