import { $cartCount, loadCart } from '../stores/cart.ts';

/** Asks the API for the number of products in the member's cart and shows it in the header's badge. */
export async function loadCartCount(): Promise<void> {
  try {
    await loadCart();
  } catch {
    // The badge stays hidden; the cart itself says what is wrong.
  }
}

$cartCount.subscribe((count) => {
  for (const slot of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    slot.dataset.cartCount = String(count);
  }
});
