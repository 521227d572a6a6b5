import type { Challenge } from '#contracts/game-score.ts';
import { ApiError, callApi } from './api-client.ts';

/** Shows today's challenge with a link to its game. Retries when the browser is back online. */
export async function startChallengeCard(card: HTMLElement): Promise<void> {
  const name = card.querySelector('[data-challenge-name]');
  const link = card.querySelector<HTMLAnchorElement>('[data-challenge-link]');
  if (!name || !link) return;
  try {
    const challenge = await callApi<Challenge>('GET', '/api/games/challenge');
    name.textContent = `${challenge.name}, ${challenge.modeName}`;
    link.href = `/gamecorner/game/${challenge.game}?challenge=${challenge.day}`;
    link.hidden = false;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    name.textContent = 'Today’s challenge could not be loaded.';
    addEventListener('online', () => void startChallengeCard(card), { once: true });
  }
}
