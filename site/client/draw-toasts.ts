import type { ReadableAtom } from 'nanostores';
import { loadStyles } from './load-styles.ts';
import styles from './toasts.css?url';

export interface ShownToast {
  id: number;
  type: 'SUCCESS' | 'error';
  message: string;
}

/** Milliseconds that a notification takes to leave. */
const EXIT_MS = 400;
/** Milliseconds that a screen reader gets to notice the regions before they first say something. */
const NOTICE_MS = 50;

// Errors interrupt, successes wait for a pause: two live regions in one stack.
const stack = document.createElement('section');
stack.className = 'toasts';
stack.ariaLabel = 'Notifications (F8)';
stack.innerHTML = '<div role="alert"></div><div role="status"></div>';
const [alerts, statuses] = [...stack.children] as [Element, Element];

const drawn = new Map<number, HTMLElement>();
let ready: Promise<unknown> | undefined;
/** The element that had the focus before F8. */
let before: HTMLElement | null = null;
let dismiss: (id: number) => void = () => undefined;

/**
 * Draws the notifications of a store from now on. React would weigh more than the rest of an article page.
 * @returns a promise that is fulfilled when a screen reader knows the regions
 */
export function drawToasts(
  $toasts: ReadableAtom<readonly ShownToast[]>,
  onDismiss: (id: number) => void,
): Promise<unknown> {
  dismiss = onDismiss;
  ready ??= start($toasts);
  return ready;
}

async function start($toasts: ReadableAtom<readonly ShownToast[]>): Promise<void> {
  document.body.append(stack);
  document.addEventListener('keydown', onKey);
  const noticed = new Promise((resolve) => setTimeout(resolve, NOTICE_MS));
  await Promise.all([loadStyles(styles), noticed]);
  $toasts.subscribe((toasts) => {
    for (const [id, toast] of drawn)
      if (toasts.every((shown) => shown.id !== id)) remove(id, toast);
    for (const toast of toasts) if (!drawn.has(toast.id)) add(toast);
  });
}

function add({ id, type, message }: ShownToast): void {
  const toast = document.createElement('div');
  toast.className = `toast toast--${type}`;
  toast.innerHTML = `<p></p><button class="icon-button" type="button" aria-label="Close notification">
    <svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg></button>`;
  toast.querySelector('p')?.append(message);
  toast.querySelector('button')?.addEventListener('click', () => dismiss(id));
  if (type === 'SUCCESS') {
    // The bar is the clock: CSS stops it under the pointer and the focus.
    const bar = document.createElement('span');
    bar.className = 'toast__bar';
    bar.addEventListener('animationend', () => dismiss(id));
    toast.append(bar);
  }
  drawn.set(id, toast);
  bringForward();
  (type === 'error' ? alerts : statuses).append(toast);
}

function remove(id: number, toast: HTMLElement): void {
  drawn.delete(id);
  const hadFocus = toast.contains(document.activeElement);
  toast.inert = true;
  toast.classList.add('toast--leaving');
  setTimeout(() => toast.remove(), EXIT_MS);
  if (!hadFocus) return;
  const next = [...stack.querySelectorAll<HTMLElement>('.toast:not([inert]) button')].at(-1);
  (next ?? before)?.focus();
}

/** F8 leads to the newest notification, Escape closes the one that has the focus. */
function onKey(event: KeyboardEvent): void {
  if (event.key === 'F8') {
    const newest = [...stack.querySelectorAll('button')].at(-1);
    if (!newest) return;
    event.preventDefault();
    if (!stack.contains(document.activeElement)) before = document.activeElement as HTMLElement;
    newest.focus();
  }
  const focused = [...drawn].find(([, toast]) => toast.contains(document.activeElement));
  if (event.key === 'Escape' && focused) {
    event.preventDefault();
    dismiss(focused[0]);
  }
}

// While a modal dialog is open, everything outside it is inert and is not announced.
function bringForward(): void {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const place = dialog ?? document.body;
  if (stack.parentElement === place) return;
  place.append(stack);
  dialog?.addEventListener('close', () => document.body.append(stack), { once: true });
}
