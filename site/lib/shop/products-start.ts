import { readSessionFlag } from '../session-flag.ts';
import { startBuying } from './buy.ts';

/** What runs on /shop/products: the list itself is fetched by code that comes with its first use. */
export function startProducts(): void {
  startBuying();
  const place = document.getElementById('products');
  const form = place?.querySelector<HTMLFormElement>('[data-filter]');
  const more = place?.querySelector<HTMLAnchorElement>('[data-load-more]');
  if (!place || !form || !more) return;
  const list = () => import('./products.ts').then((loaded) => loaded.productList(place));

  more.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void list().then((shown) => shown.loadMore());
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void list().then((shown) => shown.choose());
  });
  form.addEventListener('input', () => void list().then((shown) => shown.chooseSoon()));
  addEventListener('popstate', () => void list().then((shown) => shown.showAddress()));
  // What a browser puts back into a form after a reload is not what the page shows.
  form.reset();
  if (location.search) void list().then((shown) => shown.showAddress());
  if (readSessionFlag() === 'admin') {
    void import('./product-tools.ts').then((tools) => tools.startTools(place));
  }
}
