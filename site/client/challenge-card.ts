import type { Challenge } from '#contracts/game-score.ts';
import { ApiError, callApi } from './api-client.ts';

/** Shows which game today's challenge is, and leads there. It tries again when the network is back. */
export async function startChallengeCard(card: HTMLElement): Promise<void> {
  const name = card.querySelector('[data-challenge-name]');
  const link = card.querySelector<HTMLAnchorElement>('[data-challenge-link]');
  if (!name || !link) return;
  try {
    const today = await callApi<Challenge>('GET', '/api/games/challenge');
    name.textContent = `${today.name}, ${today.modeName}`;
    link.href = `/gamecorner/game/${today.game}?challenge=${today.day}`;
    link.hidden = false;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    name.textContent = 'Today’s challenge could not be loaded.';
    addEventListener('online', () => void startChallengeCard(card), { once: true });
  }
}
