import { atom } from 'nanostores';
import { hydrate } from '../client/hydrate.ts';

export interface Toast {
  type: 'SUCCESS' | 'error';
  message: string;
  /** Follows the message of a success, which then stays until it is closed. */
  link?: { href: string; text: string };
}

export interface ShownToast extends Toast {
  id: number;
  /** True while it is animated out of the page. */
  isLeaving: boolean;
}

/** Milliseconds that a toast takes to leave. */
const EXIT_MS = 400;

/** The toasts that are shown, the oldest first: docs/decisions/0003-toasts.md. */
export const $toasts = atom<readonly ShownToast[]>([]);

let lastId = 0;

const findStaticIsland = () => document.querySelector('[data-toasts] astro-island[ssr]');

/** Hydrates the island of the toasts, so that it is ready when the API responds. */
export const prepareToasts = (): void => hydrate(findStaticIsland());

/** Shows a toast. The first toast hydrates the island that shows all of them. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const id = lastId;
  $toasts.set([...$toasts.get(), { ...toast, id, isLeaving: false }]);
  const island = findStaticIsland();
  // If the scripts of the island cannot be loaded, a dialog of the browser shows the message.
  const showAlert = () => {
    dismissToast(id);
    window.alert(toast.message);
  };
  island?.addEventListener('astro:hydration-error', showAlert, { once: true });
  hydrate(island);
}

export function dismissToast(id: number): void {
  $toasts.set(
    $toasts.get().map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)),
  );
  setTimeout(() => $toasts.set($toasts.get().filter((toast) => toast.id !== id)), EXIT_MS);
}
