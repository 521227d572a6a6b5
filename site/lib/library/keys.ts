import type { LibraryItem } from '#contracts/library.ts';
import { counted } from '../counted.ts';
import { element } from '../search/elements.ts';
import { showToast } from '../toast.ts';

/** The licence keys of a product, each to be copied, and how many are still to come. */
export function keysOf({ title, keys, keysOwed }: LibraryItem): HTMLElement[] {
  const list = element('ul', { class: 'library__keys', 'aria-label': `Licence keys of ${title}` });
  list.append(...keys.map((key) => element('li', {}, element('code', {}, key), copyButton(key))));
  const owed = `${counted(keysOwed, 'licence key')} will follow: the seller has run out of them, and you are told as soon as there are more.`;
  return [
    ...(keys.length > 0 ? [list] : []),
    ...(keysOwed > 0 ? [element('p', { class: 'library__note' }, owed)] : []),
  ];
}

function copyButton(key: string): HTMLElement {
  const label = element('span', { class: 'quiet' }, ` the key ${key}`);
  const button = element(
    'button',
    { class: 'button button--small', type: 'button' },
    'Copy',
    label,
  );
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(key);
      void showToast({ type: 'SUCCESS', message: 'The key is copied.' });
    } catch {
      // Browsers allow it on secure pages alone.
      void showToast({
        type: 'error',
        message: 'Your browser does not let us copy. Please select the key.',
      });
    }
  });
  return button;
}
