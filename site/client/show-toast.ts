import { addToast, dismissToast, type Toast } from '../stores/toasts.ts';
import { hydrate } from './hydrate.ts';

/** Shows a toast. The first toast hydrates the island that shows all of them. */
export function showToast(toast: Toast): void {
  const id = addToast(toast);
  const island = document.querySelector('[data-toasts] astro-island[ssr]');
  // If the scripts of the island cannot be loaded, a dialog of the browser shows the message.
  const showAlert = () => {
    dismissToast(id);
    window.alert(toast.message);
  };
  island?.addEventListener('astro:hydration-error', showAlert, { once: true });
  hydrate(island);
}
