import type { Waiting } from '#contracts/waiting.ts';
import { ApiError, callApi } from './api-client.ts';
import { listen } from './live/listen.ts';

let counts = false;

/** Counts what waits for an admin, beside the links of the header that lead there, and goes on counting. */
export function showWaiting(): void {
  if (counts || !document.querySelector('[data-waiting]')) return;
  counts = true;
  void count();
  // Comments come and are decided on while the page is open; their event is the sign to count again.
  listen('moderation', { event: () => void count() });
}

async function count(): Promise<void> {
  try {
    draw(await callApi<Waiting>('GET', '/api/admin/waiting'));
  } catch (error) {
    // The links lead on without a number.
    if (!(error instanceof ApiError)) throw error;
  }
}

function draw(waiting: Waiting): void {
  const counts: Record<string, number> = { ...waiting };
  counts.all = Object.values(waiting).reduce((sum, count) => sum + count, 0);
  for (const place of document.querySelectorAll<HTMLElement>('[data-waiting]')) {
    const count = counts[place.dataset.waiting ?? ''] ?? 0;
    place.hidden = count === 0;
    place.replaceChildren(String(count), quiet(' waiting'));
  }
}

function quiet(text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = 'quiet';
  span.textContent = text;
  return span;
}
