import { readSessionFlag } from '../session-flag.ts';
import { followLikes, isLiked, leaveAccount, toggleLike } from './liked.ts';

const ownLikes = () => import('./own-likes.ts');

/** Makes the hearts of a page work; those of members are kept by their account. */
export function startHearts(): void {
  if (readSessionFlag()) void ownLikes().then(({ fetchLikes }) => fetchLikes());
  else leaveAccount();
  const draw = () => {
    for (const heart of document.querySelectorAll<HTMLElement>('[data-like]')) {
      heart.setAttribute('aria-pressed', String(isLiked(Number(heart.dataset.like))));
    }
  };
  document.addEventListener('click', ({ target }) => {
    const heart = target instanceof Element && target.closest<HTMLElement>('[data-like]');
    if (!heart) return;
    const id = Number(heart.dataset.like);
    const likes = toggleLike(id);
    if (readSessionFlag()) void ownLikes().then(({ sendLike }) => sendLike(id, likes));
  });
  followLikes(draw);
  draw();
}
