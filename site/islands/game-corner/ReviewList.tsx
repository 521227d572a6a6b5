import { useCallback } from 'react';
import type { GameReview, GameReviewList } from '#contracts/game.ts';
import { longDate } from '../../format/dates.ts';
import { fetchAsViewer } from '../../stores/session.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { joinParts, ShowMore, useMore } from '../ui/ShowMore.tsx';

/** Loads reviews at `path` page by page. */
export function useReviews<ReviewPage extends GameReviewList>(path: string) {
  const load = useCallback(
    async (shown: ReviewPage | null, signal: AbortSignal) => {
      const page = (shown?.page ?? 0) + 1;
      const response = await fetchAsViewer<ReviewPage>(`${path}?page=${page}`, signal);
      return { ...response, reviews: joinParts(shown?.reviews ?? [], response.reviews) };
    },
    [path],
  );
  return useMore(load);
}

interface Props {
  reviews: ReturnType<typeof useReviews<GameReviewList>>;
  /** Returns the name of a game, if the list is about several games. */
  nameOf?(game: number): string;
}

/** Reviews, and a button that shows more of them. */
export function ReviewList({ reviews, nameOf }: Props) {
  const { list, loaded, listElement } = reviews;
  const isLoading = loaded.state === 'loading';
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
      <ol className="review-list" role="list" ref={listElement} aria-busy={isLoading}>
        {list?.reviews.map((review) => (
          <li key={review._id}>
            <Review review={review} name={nameOf?.(review.game)} />
          </li>
        ))}
      </ol>
      <ShowMore
        more={reviews}
        hasMore={list !== null && list.page < list.pages}
        label="Show more reviews"
      />
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
