import { enterMemberPage } from '../member-door.ts';
import { keepWish, wishInAddress } from './wish.ts';

/** Draws /shop/cart, once the API agrees that a member is here; what a link asked for comes in then. */
export function start(): Promise<void> {
  const wish = wishInAddress(location, document.referrer);
  if (wish) keepWish(wish);
  if (location.hash.startsWith('#buy='))
    history.replaceState(null, '', location.pathname + location.search);
  return enterMemberPage('bag', async (place, user) => {
    const { showBag } = await import('./bag.ts');
    place.querySelector('[data-loading]')?.remove();
    const cancelled = place.querySelector<HTMLElement>('[data-cancelled]');
    if (cancelled) cancelled.hidden = !new URLSearchParams(location.search).has('cancelled');
    await showBag(place, user._id);
  });
}
