import type { ScreenPainter } from '#games/kit/view/screens.ts';
import { $gameScreen } from '../../stores/game-screen.ts';

/**
 * Waits until the island that draws a game's screens is ready; undefined where the page has none.
 * Rejects if its scripts cannot be loaded.
 */
export async function pageScreens(stage: HTMLElement): Promise<ScreenPainter | undefined> {
  const island = stage.parentElement?.querySelector(':scope > astro-island');
  if (!island) return undefined;
  if (island.hasAttribute('ssr')) await hydrated(island);
  return { show: (screen, host) => $gameScreen.set(screen && { screen, host }) };
}

function hydrated(island: Element): Promise<void> {
  return new Promise((resolve, reject) => {
    island.addEventListener('astro:hydrate', () => resolve(), { once: true });
    island.addEventListener('astro:hydration-error', () => reject(new Error('no island')), {
      once: true,
    });
    // What `client:intent` waits for: a link to a recorded game is opened without a pointer or focus.
    island.dispatchEvent(new Event('focusin', { bubbles: true }));
  });
}
