import type { ShownToast } from './draw-toasts.ts';

/** Shows a toast: docs/decisions/0003-toasts.md. */
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
