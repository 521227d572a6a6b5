import { useCallback, useEffect, useRef, useState } from 'react';
import type { GameReview, GameReviewList } from '#contracts/game-review.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

/** Loads reviews at `path` page by page, and keeps the pages before. */
export function useReviews<Answer extends GameReviewList>(path: string) {
  const [page, setPage] = useState(1);
  const [found, setFound] = useState<Answer | null>(null);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await callApi<Answer>('GET', `${path}?page=${page}`, { signal });
      setFound((before) => (page === 1 || !before ? answer : withEarlier(before.reviews, answer)));
    },
    [path, page],
  );
  const { loaded, reload } = useLoaded(load);
  return {
    found,
    loaded,
    retry: reload,
    showMore: () => setPage(page + 1),
    /** Loads the first page again. */
    reload: () => (page === 1 ? reload() : setPage(1)),
  };
}

/** A review can be on two pages if another one was published in between. */
function withEarlier<Answer extends GameReviewList>(earlier: GameReview[], answer: Answer): Answer {
  const known = new Set(earlier.map((review) => review._id));
  const later = answer.reviews.filter((review) => !known.has(review._id));
  return { ...answer, reviews: [...earlier, ...later] };
}

interface Props {
  reviews: Omit<ReturnType<typeof useReviews<GameReviewList>>, 'reload'>;
  /** Returns the name of a game, if the list is about several games. */
  nameOf?(game: number): string;
}

/** Reviews, and a button that shows more of them. */
export function ReviewList({ reviews: { found, loaded, retry, showMore }, nameOf }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef<number | null>(null);
  const isLoading = loaded.state === 'loading';
  const shown = found?.reviews.length ?? 0;
  useEffect(() => {
    if (firstNew.current === null || shown <= firstNew.current) return;
    list.current?.children[firstNew.current]?.querySelector('a')?.focus();
    firstNew.current = null;
  }, [shown]);

  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
      <ul className="review-list" role="list" ref={list} aria-busy={isLoading}>
        {found?.reviews.map((review) => (
          <li key={review._id}>
            <Review review={review} name={nameOf?.(review.game)} />
          </li>
        ))}
      </ul>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={retry} />}
      {loaded.state === 'ready' && found && found.page < found.pages && (
        <button
          className="button"
          type="button"
          onClick={() => {
            firstNew.current = shown;
            showMore();
          }}
        >
          Show more reviews
        </button>
      )}
    </>
  );
}

function Review({ review, name }: { review: GameReview; name?: string }) {
  const { game, member, stars, text, createdAt, edited } = review;
  return (
    <article className="review">
      <header className="review__head">
        <Avatar {...member} side={40} />
        <div>
          {name && (
            <h3>
              <a href={`/gamecorner/game/${game}`}>{name}</a>
            </h3>
          )}
          <p className="meta">
            <span>
              <a href={`/member/${encodeURIComponent(member._id)}`}>{member.name}</a>
            </span>
            <time dateTime={createdAt}>{longDate(createdAt)}</time>
            {edited && <span>edited</span>}
          </p>
        </div>
        <Stars stars={stars} />
      </header>
      <p className="review__text" dir="auto">
        {text}
      </p>
    </article>
  );
}

const STARS = 5;

export const Stars = ({ stars }: { stars: number }) => (
  <span className="stars" role="img" aria-label={`${stars} of ${STARS} stars`}>
    <span aria-hidden="true">{'★'.repeat(stars)}</span>
    <span className="stars__left" aria-hidden="true">
      {'★'.repeat(STARS - stars)}
    </span>
  </span>
);
