import type { Waiting } from '#contracts/waiting.ts';
import { $waiting } from '../stores/waiting.ts';

let isShown = false;

/** Shows how many things wait for the admin beside the links of the header, and keeps the numbers current. */
export function showWaiting(): void {
  if (isShown || !document.querySelector('[data-waiting]')) return;
  isShown = true;
  $waiting.subscribe((waiting) => {
    if (waiting) draw(waiting);
  });
}

function draw(waiting: Waiting): void {
  const all = Object.values(waiting).reduce((sum, count) => sum + count, 0);
  const counts: Record<string, number> = { ...waiting, all };
  for (const badge of document.querySelectorAll<HTMLElement>('[data-waiting]')) {
    const count = counts[badge.dataset.waiting ?? ''] ?? 0;
    const unit = document.createElement('span');
    unit.className = 'quiet';
    unit.textContent = ' waiting';
    badge.hidden = count === 0;
    badge.replaceChildren(String(count), unit);
  }
}
