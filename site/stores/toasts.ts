import { atom } from 'nanostores';

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

/**
 * Adds a toast. Call `showToast` instead, which also hydrates the island that shows it.
 * @returns its ID
 */
export function addToast(toast: Toast): number {
  lastId += 1;
  $toasts.set([...$toasts.get(), { ...toast, id: lastId, isLeaving: false }]);
  return lastId;
}

export function dismissToast(id: number): void {
  $toasts.set(
    $toasts.get().map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)),
  );
  setTimeout(() => $toasts.set($toasts.get().filter((toast) => toast.id !== id)), EXIT_MS);
}
