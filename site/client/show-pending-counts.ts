import type { PendingCounts } from '#contracts/overview.ts';
import { $pendingCounts } from '../stores/pending-counts.ts';

let isShown = false;

/** Shows the pending counts beside the admin's links in the header and updates them. */
export function showPendingCounts(): void {
  if (isShown || !document.querySelector('[data-pending]')) return;
  isShown = true;
  $pendingCounts.subscribe((pendingCounts) => {
    if (pendingCounts) updateBadges(pendingCounts);
  });
}

function updateBadges(pendingCounts: PendingCounts): void {
  const all = Object.values(pendingCounts).reduce((sum, count) => sum + count, 0);
  const counts: Record<string, number> = { ...pendingCounts, all };
  for (const badge of document.querySelectorAll<HTMLElement>('[data-pending]')) {
    const count = counts[badge.dataset.pending ?? ''] ?? 0;
    const unit = document.createElement('span');
    unit.className = 'visually-hidden';
    unit.textContent = ' waiting';
    badge.hidden = count === 0;
    badge.replaceChildren(String(count), unit);
  }
}
