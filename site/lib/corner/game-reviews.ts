import type { ReviewsOfGame } from '#contracts/game-review.ts';
import { ApiError, callApi } from '../api-client.ts';
import { counted } from '../counted.ts';
import { element } from '../search/elements.ts';
import { readSessionFlag } from '../session-flag.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { drawReview, starsOf } from './review-view.ts';

/** What is said about a game, below it, and for members a form for what they say. */
export function startReviews(section: HTMLElement): void {
  const game = Number(section.dataset.reviewsOf);
  const list = section.querySelector<HTMLElement>('[data-review-list]');
  const sum = section.querySelector<HTMLElement>('[data-review-sum]');
  const own = section.querySelector<HTMLElement>('[data-own-review]');
  if (!list || !sum || !own) return;

  async function fetchPage(page: number): Promise<void> {
    if (!list || !sum || !own) return;
    list.setAttribute('aria-busy', 'true');
    try {
      const found = await callApi<ReviewsOfGame>('GET', `/api/games/${game}/reviews?page=${page}`);
      sum.replaceChildren(...sumOf(found));
      const drawn = found.reviews.map((review) => element('li', {}, drawReview(review)));
      if (page === 1) list.replaceChildren(...drawn);
      else list.append(...drawn);
      if (page > 1) drawn[0]?.querySelector('a')?.focus();
      if (found.page < found.pages) list.after(moreButton(() => void fetchPage(page + 1)));
      if (page === 1 && readSessionFlag()) {
        const { showOwnReview } = await import('./own-review.ts');
        showOwnReview(own, game, found.mine, () => void fetchPage(1));
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      list.after(troubleNotice(error.message, () => void fetchPage(page)));
    } finally {
      list.removeAttribute('aria-busy');
    }
  }

  function moreButton(go: () => void): HTMLElement {
    section.querySelector('[data-more-reviews]')?.remove();
    const button = element(
      'button',
      { class: 'button', type: 'button', 'data-more-reviews': '' },
      'Show more reviews',
    );
    button.addEventListener('click', () => {
      button.remove();
      go();
    });
    return button;
  }
  void fetchPage(1);
}

function sumOf({ average, result }: ReviewsOfGame): (Node | string)[] {
  if (average === null) return ['There are no reviews yet!'];
  return [starsOf(Math.round(average)), ` ${average} of 5, ${counted(result, 'review')}`];
}
