import { readStored, writeStored } from './storage.ts';

/** Whether things on the page may move by themselves: one choice for all of them. */

const KEY = 'motion';
const reduced = matchMedia('(prefers-reduced-motion: reduce)');
let paused = readStored(KEY) === 'paused';

/** Calls `follow` now and on every change; every [data-motion] button switches it. */
export function followMotion(follow: (moving: boolean) => void): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-motion]');
  const show = () => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(paused));
    follow(!paused && !reduced.matches);
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      paused = !paused;
      writeStored(KEY, paused ? 'paused' : 'moving');
      show();
    });
  }
  reduced.addEventListener('change', show);
  show();
}
