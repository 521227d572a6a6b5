import type { GameReview } from '#contracts/game-review.ts';
import { longDate } from '../format.ts';
import { avatarOf } from '../member/avatar.ts';
import { element } from '../search/elements.ts';

/** Of so many at most. */
const STARS = 5;

/** Stars as they are drawn, and as they are read aloud. */
const starsOf = (stars: number): HTMLElement =>
  element(
    'span',
    { class: 'stars', role: 'img', 'aria-label': `${stars} of ${STARS} stars` },
    element('span', { 'aria-hidden': 'true' }, '★'.repeat(stars)),
    element('span', { class: 'stars__left', 'aria-hidden': 'true' }, '★'.repeat(STARS - stars)),
  );

/** One review; with the game it is about where it stands among those of others. */
export function drawReview(review: GameReview, game?: { name: string; path: string }): HTMLElement {
  const { member, stars, text, createdAt, edited } = review;
  const author = element('a', { href: `/member/${encodeURIComponent(member._id)}` }, member.name);
  return element(
    'article',
    { class: 'review' },
    element(
      'header',
      { class: 'review__head' },
      avatarOf(member),
      element(
        'div',
        {},
        ...(game ? [element('h3', {}, element('a', { href: game.path }, game.name))] : []),
        element(
          'p',
          { class: 'meta' },
          element('span', {}, author),
          element('time', { datetime: createdAt }, longDate(createdAt)),
          ...(edited ? [element('span', {}, 'edited')] : []),
        ),
      ),
      starsOf(stars),
    ),
    element('p', { class: 'review__text', dir: 'auto' }, text),
  );
}
