import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { GameReview, ReviewsOfGame } from '#contracts/game-review.ts';
import { callApi } from '../../lib/api-client.ts';
import { counted, longDate } from '../../lib/format.ts';
import { $session, confirmSession } from '../../stores/session.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { useLoaded } from '../use-loaded.ts';
import { OwnReview } from './OwnReview.tsx';

const STARS = 5;

/** Reviews of a game, newest first, and a form for members. */
export function GameReviews({ game }: { game: number }) {
  const [page, setPage] = useState(1);
  const earlier = useRef<GameReview[]>([]);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const path = `/api/games/${game}/reviews?page=${page}`;
      const answer = await callApi<ReviewsOfGame>('GET', path, { signal });
      earlier.current = page === 1 ? answer.reviews : [...earlier.current, ...answer.reviews];
      return { ...answer, reviews: earlier.current };
    },
    [game, page],
  );
  const { loaded, reload } = useLoaded(load);
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => void confirmSession(), []);
  const found = loaded.state === 'ready' ? loaded.value : loaded.state === 'loading' && loaded.last;

  return (
    <>
      <p className="reviews__sum" role="status">
        {found && (found.average === null ? 'There are no reviews yet!' : <Sum {...found} />)}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
      <ul className="review-list" role="list" aria-busy={loaded.state === 'loading' || undefined}>
        {found?.reviews.map((review) => (
          <li key={review._id}>
            <Review review={review} />
          </li>
        ))}
      </ul>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {found && found.page < found.pages && (
        <button className="button" type="button" onClick={() => setPage(page + 1)}>
          Show more reviews
        </button>
      )}
      {found && session.state === 'signed-in' && (
        <OwnReview
          game={game}
          review={found.mine}
          onChange={() => (page === 1 ? reload() : setPage(1))}
        />
      )}
    </>
  );
}

const Sum = ({ average, result }: ReviewsOfGame) => (
  <>
    <Stars stars={Math.round(average ?? 0)} /> {average} of 5, {counted(result, 'review')}
  </>
);

const Stars = ({ stars }: { stars: number }) => (
  <span className="stars" role="img" aria-label={`${stars} of ${STARS} stars`}>
    <span aria-hidden="true">{'★'.repeat(stars)}</span>
    <span className="stars__left" aria-hidden="true">
      {'★'.repeat(STARS - stars)}
    </span>
  </span>
);

function Review({ review }: { review: GameReview }) {
  const { member, stars, text, createdAt, edited } = review;
  return (
    <article className="review">
      <header className="review__head">
        <Avatar {...member} side={40} />
        <div>
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
