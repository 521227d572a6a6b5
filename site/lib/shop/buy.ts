import { readSessionFlag } from '../session-flag.ts';

/**
 * What a page with products runs. For guests the links are enough: they lead to the bag by way of the
 * door. Members stay where they are while something goes into their bag.
 */
export function startBuying(): void {
  if (readSessionFlag() === 'admin') {
    document.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('[data-delete]') : null;
      const product = button?.closest<HTMLElement>('[data-product]');
      // The list of all products deletes by itself, also several at once.
      if (!product || product.closest('[data-grid]')) return;
      void import('./delete-product.ts').then(({ deleteProduct }) => deleteProduct(product));
    });
    return;
  }
  if (readSessionFlag() !== 'member') return;
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    // Another tab, another window, a download: the browser's to do.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest<HTMLAnchorElement>('a[data-buy]');
    if (!link) return;
    event.preventDefault();
    void import('./add-here.ts').then(({ buy }) => buy(link));
  });
}
