import type { ProductResponse } from '#contracts/product.ts';
import { unavailableWords } from '#contracts/shop-words.ts';
import { cardPicture } from '../article/card-picture.ts';
import { shortened } from '../format.ts';
import { element } from '../search/elements.ts';
import { buyPath, shapeOf } from '../shop-list.ts';
import { productPrice } from './product-price.ts';

/** Fills the page's own card with a product of the API, so that both look the same. */
export function makeCard(template: HTMLTemplateElement, product: ProductResponse): HTMLElement {
  const { content, dataset } = template;
  const item = content.firstElementChild?.cloneNode(true) as HTMLElement;
  const find = <Found extends HTMLElement>(selector: string) => {
    const found = item.querySelector<Found>(selector);
    if (!found) throw new Error(`the card has no ${selector}`);
    return found;
  };
  const { _id, slug, title, description, category, pictures } = product;
  const cover = pictures[0] ?? null;
  const address = `/shop/products/detail/${encodeURIComponent(slug)}`;
  item.className = shapeOf(cover);
  find('.product').dataset.product = _id;
  find('.product__category').textContent = category;
  find('.product__price').textContent = productPrice(product);
  const link = find<HTMLAnchorElement>('.product__title a');
  link.href = address;
  link.textContent = title;
  find('.product__summary').textContent = shortened(description);
  const view = find<HTMLAnchorElement>('[data-view]');
  view.href = address;
  find('[data-view] .quiet').textContent = title;
  find<HTMLAnchorElement>('[data-edit]').href = `/admin/shop/edit_product/${_id}`;
  find('[data-edit] .quiet').textContent = title;
  find('[data-delete] .quiet').textContent = title;
  const buy = find<HTMLAnchorElement>('[data-buy]');
  const unavailable = unavailableWords(product);
  if (unavailable) buy.replaceWith(element('span', { class: 'chip' }, unavailable));
  else {
    buy.href = buyPath(_id);
    find('[data-buy] .quiet').textContent = title;
  }
  find('.cover').replaceWith(cardPicture({ slug, cover }, dataset.sizes));
  return item;
}
