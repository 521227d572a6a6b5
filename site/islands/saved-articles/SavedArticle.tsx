import { useState } from 'react';
import type { z } from 'zod';
import type { likedArticlesResponse, readingListResponse } from '#contracts/reaction.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { articlePath, langOf } from '../../format/links.ts';
import { shorten } from '../../format/shorten.ts';
import { showToast } from '../../stores/toasts.ts';
import { SmallButton } from '../ui/SmallButton.tsx';
import { errorMessage } from '../ui/use-fetch.ts';

export type Article =
  | z.infer<typeof likedArticlesResponse>['articles'][number]
  | z.infer<typeof readingListResponse>['articles'][number];

export interface SavedArticleLabels {
  /** 'Liked on November 1st 2026' */
  since: string;
  remove: string;
  restore: string;
  removed: string;
}

interface Props {
  article: Article;
  /** Collection of the API that contains the article. */
  collection: 'likes' | 'saves';
  labels: SavedArticleLabels;
}

/**
 * An article that the member likes or has saved, with a button that removes it from the list and adds it
 * again.
 */
export function SavedArticle({ article, collection, labels }: Props) {
  const [isSaved, setIsSaved] = useState(true);
  const lang = langOf(article);

  /** Shows the change immediately and reverts it if the API refuses. */
  async function save(next: boolean) {
    setIsSaved(next);
    try {
      await callApi(next ? 'PUT' : 'DELETE', `/api/articles/${article._id}/${collection}`);
    } catch (error) {
      const wasAlreadyLiked = error instanceof ApiError && error.code === 'ALREADY_LIKED';
      setIsSaved(!next || wasAlreadyLiked);
      showToast({ type: 'error', message: errorMessage(error) });
    }
  }

  return (
    <li className={isSaved ? 'own-page__item' : 'own-page__item saved__one--gone'}>
      {isSaved ? (
        <>
          <ArticleMeta article={article} />
          <h2>
            <a href={articlePath(article.slug)} lang={lang}>
              {article.title}
            </a>
          </h2>
          <p className="saved__summary" dir="auto" lang={lang}>
            {shorten(article.description || article.subtitle)}
          </p>
        </>
      ) : (
        <p role="status">{labels.removed}</p>
      )}
      <div className="saved__foot">
        {isSaved && <p className="label">{labels.since}</p>}
        <SmallButton
          label={isSaved ? labels.remove : labels.restore}
          of={article.title}
          onPress={() => save(!isSaved)}
        />
      </div>
    </li>
  );
}

/** Publication date and reading time of an article. */
export function ArticleMeta({ article }: { article: Article }) {
  const publishedAt = article.publishedAt ?? article.createdAt;
  return (
    <p className="meta">
      <time dateTime={publishedAt}>{longDate(publishedAt)}</time>
      <span>{article.readTime}</span>
    </p>
  );
}

export const NOTHING_SAVED = 'Use the bookmark button of an article to save it here.';

/** Loads one page of the articles that the member has saved, newest first. */
export function readSaved(
  { page, limit }: { page: number; limit?: number },
  signal: AbortSignal,
): Promise<z.infer<typeof readingListResponse>> {
  const query = new URLSearchParams({ page: String(page), ...(limit && { limit: String(limit) }) });
  return callApi('GET', `/api/reading-list?${query}`, { signal });
}
