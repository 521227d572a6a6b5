import { readBag } from '../lib/shop/bag-calls.ts';
import { $cartCount, setCartCount } from '../stores/cart.ts';

/** Asks the API for the number of products in the member's cart and shows it in the header's badge. */
export async function loadCartCount(): Promise<void> {
  try {
    setCartCount((await readBag()).count);
  } catch {
    // The badge stays hidden; the cart itself says what is wrong.
  }
}

$cartCount.subscribe((count) => {
  for (const slot of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    slot.dataset.cartCount = String(count);
  }
});
