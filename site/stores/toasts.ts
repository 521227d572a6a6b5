import { atom } from 'nanostores';
import type { ShownToast } from '../client/draw-toasts.ts';

/** A notification over the page. docs/decisions/0003-notifications.md says how long each stays. */
export type Toast = Omit<ShownToast, 'id'>;

/** The notifications that are shown, the oldest first. */
export const $toasts = atom<readonly ShownToast[]>([]);

let lastId = 0;

/** Shows a notification. The script that draws it is fetched with the first one. */
export async function showToast(toast: Toast): Promise<void> {
  try {
    const { drawToasts } = await import('../client/draw-toasts.ts');
    await drawToasts($toasts, dismissToast);
    lastId += 1;
    $toasts.set([...$toasts.get(), { ...toast, id: lastId }]);
  } catch {
    // The script could not be fetched, and the message must not be lost.
    window.alert(toast.message);
  }
}

function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
