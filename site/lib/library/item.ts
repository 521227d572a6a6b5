import type { LibraryItem } from '#contracts/library.ts';
import { orderPath } from '#contracts/shop-words.ts';
import { longDate } from '../format.ts';
import { element } from '../search/elements.ts';
import { pictureOf } from '../shop/picture.ts';
import { fileOf } from './file.ts';
import { keysOf } from './keys.ts';

/** Pixels of the picture of a product. */
const SIDE = 160;

const units = { copy: '', seats: 'seat', keys: 'key' } as const;

/** One product in the library: its files and keys, or that it was given back. */
export function itemOf(item: LibraryItem): HTMLElement {
  const { title, slug, givenBackAt } = item;
  const name =
    slug === null
      ? title
      : element('a', { href: `/shop/products/detail/${encodeURIComponent(slug)}` }, title);
  const current = item.files.filter(({ removed }) => !removed);
  const removed = item.files.filter((file) => file.removed);
  return element(
    'li',
    {
      id: `product-${item._id}`,
      class: `library__item${givenBackAt === null ? '' : ' library__item--gone'}`,
    },
    element('div', { class: 'library__picture' }, pictureOf(item, SIDE)),
    element(
      'div',
      { class: 'library__what' },
      element('h2', {}, name),
      factsOf(item),
      ...(givenBackAt === null ? [] : [goneNote(givenBackAt)]),
      ...keysOf(item),
      ...(current.length > 0
        ? [
            element(
              'ul',
              { class: 'library__files', 'aria-label': `Files of ${title}` },
              ...current.map(fileOf),
            ),
          ]
        : []),
      ...(removed.length > 0 ? [removedOf(title, removed)] : []),
    ),
  );
}

function factsOf({ boughtAt, orders, quantity, sells }: LibraryItem): HTMLElement {
  const facts: (Node | string)[] = [`Bought on ${longDate(boughtAt)}`];
  const unit = units[sells];
  if (unit !== '') facts.push(`${quantity} ${unit}${quantity === 1 ? '' : 's'}`);
  for (const { _id, number } of orders) {
    facts.push(element('a', { href: orderPath(_id) }, `Order ${number}`));
  }
  const shown = facts.map((fact) => element('span', {}, fact));
  return element('p', { class: 'library__facts label' }, ...shown);
}

function goneNote(at: string): HTMLElement {
  const words = `Given back on ${longDate(at)}. Its files and keys are not yours any more.`;
  return element('p', { class: 'library__note' }, words);
}

function removedOf(title: string, files: LibraryItem['files']): HTMLElement {
  return element(
    'details',
    { class: 'library__older' },
    element('summary', {}, 'No longer sold with it, still yours'),
    element(
      'ul',
      { class: 'library__files', 'aria-label': `Former files of ${title}` },
      ...files.map(fileOf),
    ),
  );
}
