import { Discounts } from './Discounts.tsx';
import { Redemptions } from './Redemptions.tsx';

/** /admin/shop/discounts: all codes, or the uses of one with `?uses={id}`. */
export function DiscountsPage() {
  const id = new URLSearchParams(location.search).get('uses');
  return id === null ? <Discounts /> : <Redemptions id={id} />;
}
