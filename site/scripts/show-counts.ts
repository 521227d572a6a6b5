import type { PendingCounts } from '#contracts/overview.ts';
import { $cartCount, cartLabel } from '../stores/cart.ts';
import { $notifications, unreadLabel } from '../stores/notifications.ts';
import { $pendingCounts } from '../stores/pending-counts.ts';

/** Highest number in the badge; above it, the badge shows `99+`. */
const SHOWN_MAX = 99;

/** Shows the number of products in a member's cart and updates it. */
export function showCartCount(): void {
  $cartCount.subscribe((count) => {
    for (const slot of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
      slot.dataset.cartCount = String(count);
    }
    setText('cart', cartLabel(count));
  });
}

/** Shows the number of unread notifications and updates it. */
export function showUnread(): void {
  $notifications.subscribe(({ unread }) => {
    for (const slot of document.querySelectorAll<HTMLElement>('[data-unread]')) {
      slot.dataset.unread = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
    }
    setText('bell', unreadLabel(unread));
  });
}

function setText(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

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
