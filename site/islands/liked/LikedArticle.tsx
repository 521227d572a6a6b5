import { useState } from 'react';
import type { z } from 'zod';
import type { likedArticlesResponse } from '#contracts/reaction.ts';
import { ApiError, callApi } from '../../lib/api-client.ts';
import { longDate, shortened } from '../../lib/format.ts';
import { articlePath, langOf } from '../../lib/links.ts';
import { showToast } from '../../lib/toast.ts';
import { sentence } from '../use-loaded.ts';

interface Props {
  article: z.infer<typeof likedArticlesResponse>['articles'][number];
}

/** A liked article with a button that takes the like back, and gives it again. */
export function LikedArticle({ article }: Props) {
  const [isLiked, setIsLiked] = useState(true);
  const { _id, title, slug, readTime, likedAt } = article;
  const publishedAt = article.publishedAt ?? article.createdAt;

  /** Shows the change at once and takes it back if the API refuses. */
  async function setLike(like: boolean) {
    setIsLiked(like);
    try {
      await callApi(like ? 'PUT' : 'DELETE', `/api/articles/${_id}/likes`);
    } catch (error) {
      const likedElsewhere = error instanceof ApiError && error.code === 'ALREADY_LIKED';
      setIsLiked(!like || likedElsewhere);
      void showToast({ type: 'error', message: sentence(error) });
    }
  }

  return (
    <li className={isLiked ? 'saved__one' : 'saved__one saved__one--gone'}>
      {isLiked ? (
        <>
          <p className="meta">
            <time dateTime={publishedAt}>{longDate(publishedAt)}</time>
            <span>{readTime}</span>
          </p>
          <h2>
            <a href={articlePath(slug)} lang={langOf(article)}>
              {title}
            </a>
          </h2>
          <p className="saved__summary" dir="auto" lang={langOf(article)}>
            {shortened(article.description || article.subtitle)}
          </p>
        </>
      ) : (
        <p role="status">You no longer like “{title}”.</p>
      )}
      <div className="saved__foot">
        {isLiked && <p className="label">Liked on {longDate(likedAt)}</p>}
        <button
          type="button"
          className="button button--small"
          onClick={() => void setLike(!isLiked)}
        >
          {isLiked ? 'Unlike' : 'Like again'}
          <span className="quiet"> {title}</span>
        </button>
      </div>
    </li>
  );
}
