import type { GameReviewList } from '#contracts/game-review.ts';
import { ApiError, callApi } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { drawReview } from './review-view.ts';

/** How a page calls a game. */
export type NameOf = (game: number) => { name: string; path: string };

/** Reviews of all games, the newest first; where there are none, what the page says then. */
export async function showAllReviews(place: HTMLElement, nameOf: NameOf, page = 1): Promise<void> {
  const list = place.querySelector<HTMLElement>('[data-review-list]');
  const nothing = place.querySelector<HTMLElement>('[data-no-reviews]');
  if (!list || !nothing) return;
  try {
    const found = await callApi<GameReviewList>('GET', `/api/games/reviews?page=${page}`);
    const drawn = found.reviews.map((review) =>
      element('li', {}, drawReview(review, nameOf(review.game))),
    );
    if (page === 1) list.replaceChildren(...drawn);
    else list.append(...drawn);
    nothing.hidden = found.result > 0;
    place.querySelector('[data-more-reviews]')?.remove();
    if (page > 1) drawn[0]?.querySelector('a')?.focus();
    if (found.page >= found.pages) return;
    const more = element(
      'button',
      { class: 'button', type: 'button', 'data-more-reviews': '' },
      'Show more reviews',
    );
    more.addEventListener('click', () => void showAllReviews(place, nameOf, page + 1));
    list.after(more);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (place.querySelector('.notice')) return;
    place.append(troubleNotice(error.message, () => void showAllReviews(place, nameOf, page)));
  }
}
