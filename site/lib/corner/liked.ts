/**
 * Which games a visitor likes. Held for as long as the tab is open, so that it outlives going from
 * page to page; an account keeps them longer.
 */
const KEY = 'liked-games';

const liked = new Set<number>(read());
const listeners = new Set<() => void>();

export const isLiked = (id: number) => liked.has(id);

/** Likes a game or no longer does; answers how it stands now. */
export function toggleLike(id: number): boolean {
  if (!liked.delete(id)) liked.add(id);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...liked]));
  } catch {
    // Nothing may be kept here: the likes last as long as the page.
  }
  for (const listener of listeners) listener();
  return liked.has(id);
}

/** Is told after every change. */
export function followLikes(listener: () => void): void {
  listeners.add(listener);
}

function read(): number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}

/** Makes the hearts of a page work. */
export function startHearts(): void {
  const draw = () => {
    for (const heart of document.querySelectorAll<HTMLElement>('[data-like]')) {
      heart.setAttribute('aria-pressed', String(isLiked(Number(heart.dataset.like))));
    }
  };
  document.addEventListener('click', ({ target }) => {
    const heart = target instanceof Element && target.closest<HTMLElement>('[data-like]');
    if (heart) toggleLike(Number(heart.dataset.like));
  });
  followLikes(draw);
  draw();
}
