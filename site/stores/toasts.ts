import { atom } from 'nanostores';

/** A notification as documented: SUCCESS leaves by itself, an error stays until it is closed. */
export interface Toast {
  id: number;
  type: 'SUCCESS' | 'error';
  message: string;
}

export const $toasts = atom<Toast[]>([]);

let lastId = 0;

export function showToast(type: Toast['type'], message: string): void {
  lastId += 1;
  $toasts.set([...$toasts.get(), { id: lastId, type, message }]);
}

export function removeToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
