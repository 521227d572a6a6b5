import type { ShownToast } from './draw-toasts.ts';

/** A notification over the page. docs/decisions/0003-notifications.md says how long each stays. */
export type Toast = Omit<ShownToast, 'id'>;

/** Shows a notification. The store and the script that draws it are fetched with the first one. */
export async function showToast(toast: Toast): Promise<void> {
  try {
    const { addToast } = await import('../stores/toasts.ts');
    await addToast(toast);
  } catch {
    // The script could not be fetched, and the message must not be lost.
    window.alert(toast.message);
  }
}
