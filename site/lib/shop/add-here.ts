import { showToast, type Toast } from '../../client/show-toast.ts';
import { addToCart } from '../../stores/cart.ts';
import { ApiError } from '../api-client.ts';

/** Puts the product of a link into the cart, and says so. */
export async function buy(link: HTMLAnchorElement): Promise<void> {
  if (link.getAttribute('aria-busy')) return;
  link.setAttribute('aria-busy', 'true');
  const said = await add(link);
  // Only now, and not when the notification stands: what draws the first one may be long in coming.
  link.removeAttribute('aria-busy');
  if (said) await showToast(said);
}

async function add(link: HTMLAnchorElement): Promise<Toast | undefined> {
  try {
    const { msg } = await addToCart(link.hash.replace('#buy=', ''));
    return { type: 'SUCCESS', message: msg };
  } catch (error) {
    // Signed out meanwhile: the way by the door.
    if (error instanceof ApiError && error.status === 401) return void location.assign(link.href);
    return {
      type: 'error',
      message: error instanceof ApiError ? error.message : 'Please reload the page.',
    };
  }
}
