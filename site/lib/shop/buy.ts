import { readSessionFlag } from '../session-flag.ts';

/**
 * What a page with products runs. For guests the links are enough: they lead to the bag by way of the
 * door. Members stay where they are while something goes into their bag.
 */
export function startBuying(): void {
  if (readSessionFlag() !== 'member') return;
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    // Another tab, another window, a download: the browser's to do.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest<HTMLAnchorElement>('a[data-buy]');
    if (!link) return;
    event.preventDefault();
    void import('./bag-here.ts').then(({ buy }) => buy(link));
  });
}
