import { useStore } from '@nanostores/react';
import { $cartCount } from '../../stores/cart.ts';
import { Icon } from '../ui/Icon.tsx';

/** Link to the cart in the header. The badge with the count belongs to the element around the island. */
export function CartLink() {
  const count = useStore($cartCount, { ssr: 'initial' });
  const label = count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'product' : 'products'}`;
  return (
    <a className="icon-button" href="/shop/cart" aria-label={label} title="Cart">
      <Icon name="cart" />
    </a>
  );
}
