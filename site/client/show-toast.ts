import { addToast, dismissToast, type Toast } from '../stores/toasts.ts';
import { hydrate } from './hydrate.ts';

/** Shows a toast. The first one hydrates the island of the page that shows them. */
export function showToast(toast: Toast): void {
  const id = addToast(toast);
  const island = document.querySelector('[data-toasts] astro-island[ssr]');
  // The message must not be lost if the scripts cannot be loaded.
  const showWithout = () => {
    dismissToast(id);
    window.alert(toast.message);
  };
  island?.addEventListener('astro:hydration-error', showWithout, { once: true });
  hydrate(island);
}
