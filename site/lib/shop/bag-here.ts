import { ApiError } from '../api-client.ts';
import { showToast } from '../toast.ts';
import { addToBag, onBagChange, readBag } from './bag-calls.ts';

/** Says beside the link to the bag how many products are in it, here and whenever that changes. */
export async function showCount(): Promise<void> {
  onBagChange(draw);
  try {
    draw((await readBag()).count);
  } catch {
    // The link leads to the bag all the same, which says what is wrong.
  }
}

function draw(count: number): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-bag-count]')) {
    place.textContent = String(count);
    place.hidden = count === 0;
  }
}

/** Puts the product of a link into the bag, and says so. */
export async function buy(link: HTMLAnchorElement): Promise<void> {
  if (link.getAttribute('aria-busy')) return;
  link.setAttribute('aria-busy', 'true');
  try {
    const { count, msg } = await addToBag(link.hash.replace('#buy=', ''));
    draw(count);
    await showToast({ type: 'SUCCESS', message: msg });
  } catch (error) {
    // Signed out meanwhile: the way by the door.
    if (error instanceof ApiError && error.status === 401) return location.assign(link.href);
    const message = error instanceof ApiError ? error.message : 'Please reload the page.';
    await showToast({ type: 'error', message });
  } finally {
    link.removeAttribute('aria-busy');
  }
}
