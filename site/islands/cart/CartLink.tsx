import { useStore } from '@nanostores/react';
import { $cartCount, cartLabel } from '../../stores/cart.ts';
import { Icon } from '../ui/Icon.tsx';

/**
 * Link to the cart in the header. The badge, and the label until the island is loaded, belong to the element around the
 * island.
 */
export function CartLink() {
  const count = useStore($cartCount, { ssr: 'initial' });
  return (
    <a
      className="icon-button"
      href="/shop/cart"
      aria-label={count > 0 ? cartLabel(count) : 'Cart'}
      aria-labelledby={count > 0 ? undefined : 'cart'}
      title="Cart"
    >
      <Icon name="cart" />
    </a>
  );
}
