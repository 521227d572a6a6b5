import { readStored, writeStored } from './storage.ts';

/** The setting that pauses all animations of the page. */

const KEY = 'motion';
const reduced = matchMedia('(prefers-reduced-motion: reduce)');
let paused = readStored(KEY) === 'paused';

/** Calls `follow` now and on every change. All [data-motion] buttons toggle the setting. */
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
