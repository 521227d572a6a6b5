import { atom } from 'nanostores';
import { drawToasts, type ShownToast } from '../client/draw-toasts.ts';

/** The notifications that are shown, the oldest first. */
const $toasts = atom<readonly ShownToast[]>([]);

let lastId = 0;

/** Shows a notification over the page. Pages call `showToast`, which fetches this store when it is needed. */
export async function addToast(toast: Omit<ShownToast, 'id'>): Promise<void> {
  await drawToasts($toasts, dismissToast);
  lastId += 1;
  $toasts.set([...$toasts.get(), { ...toast, id: lastId }]);
}

function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
