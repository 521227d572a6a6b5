import { $cartCount } from '../stores/cart.ts';
import { $notifications } from '../stores/notifications.ts';
import { hydrate } from './hydrate.ts';

/** Highest number in the badge; above it, the badge shows `99+`. */
const SHOWN_MAX = 99;

/** Shows the number of products in a member's cart and updates it. */
export function showCartCount(): void {
  $cartCount.subscribe((count) => {
    for (const slot of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
      slot.dataset.cartCount = String(count);
    }
  });
}

/** Shows the number of unread notifications and updates it. The island adds it to the bell's accessible name. */
export function showUnread(): void {
  $notifications.subscribe(({ unread }) => {
    for (const slot of document.querySelectorAll<HTMLElement>('[data-unread]')) {
      slot.dataset.unread = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
      if (unread > 0) hydrate(slot.querySelector('astro-island'));
    }
  });
}
