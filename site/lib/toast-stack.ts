import styles from '../styles/toasts.css?url';
import { loadStyles } from './load-styles.ts';
import { element, icon } from './search/elements.ts';
import type { Toast } from './toast.ts';

/** Milliseconds a notification takes to leave, as documented. */
const EXIT_MS = 400;
/** Milliseconds a screen reader gets to notice the regions before they first say something. */
const NOTICE_MS = 50;

const CROSS = 'm6 6 12 12M18 6 6 18';

// Errors interrupt, successes wait for a pause: two live regions in one stack.
const regions = {
  error: element('div', { role: 'alert' }),
  SUCCESS: element('div', { role: 'status' }),
};
const stack = element('section', { class: 'toasts', 'aria-label': 'Notifications (F8)' });
let opened: Promise<unknown> | undefined;
/** Where the focus was before F8. */
let before: HTMLElement | null = null;

/** Adds a notification to the stack; older ones stay until their own time is over. */
export async function stackToast({ type, message }: Toast): Promise<void> {
  opened ??= open();
  await opened;
  const close = element(
    'button',
    { class: 'icon-button', type: 'button', 'aria-label': 'Close notification' },
    icon(CROSS),
  );
  const toast = element('div', { class: `toast toast--${type}` }, element('p', {}, message), close);
  close.addEventListener('click', () => leave(toast));
  if (type === 'SUCCESS') {
    // The bar is the clock: 0.5 % every 10 ms, held by CSS under the mouse and the focus.
    const bar = element('span', { class: 'toast__bar' });
    bar.addEventListener('animationend', () => leave(toast));
    toast.append(bar);
  }
  bringForward();
  regions[type].append(toast);
}

function open(): Promise<unknown> {
  stack.append(regions.error, regions.SUCCESS);
  document.body.append(stack);
  document.addEventListener('keydown', onKey);
  const noticed = new Promise((resolve) => setTimeout(resolve, NOTICE_MS));
  return Promise.all([loadStyles(styles), noticed]);
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
  const focused = document.activeElement?.closest<HTMLElement>('.toast');
  if (event.key === 'Escape' && focused) {
    event.preventDefault();
    leave(focused);
  }
}

function leave(toast: HTMLElement): void {
  const hadFocus = toast.contains(document.activeElement);
  toast.inert = true;
  toast.classList.add('toast--leaving');
  setTimeout(() => toast.remove(), EXIT_MS);
  if (!hadFocus) return;
  const next = [...stack.querySelectorAll<HTMLElement>('.toast:not([inert]) button')].at(-1);
  (next ?? before)?.focus();
}

// While a modal dialog is open everything outside it can neither be reached nor is it announced.
function bringForward(): void {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const place = dialog ?? document.body;
  if (stack.parentElement === place) return;
  place.append(stack);
  dialog?.addEventListener('close', () => document.body.append(stack), { once: true });
}
