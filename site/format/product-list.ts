/** The addresses under which the list of products can be asked for, and what they mean. */

/** Orders that readers choose from, by their documented names; the first is the one without a wish. */
export const sortChoices = [
  { value: '', words: 'Newest' },
  { value: '-sold', words: 'Best-selling' },
  { value: 'price', words: 'Price: low to high' },
  { value: '-price', words: 'Price: high to low' },
  { value: 'title', words: 'Title' },
] as const;

export const PRODUCTS_PATH = '/shop/products';

/** The cart, with one more product in it. Guests are asked to sign in first, and the product waits for them. */
export const buyPath = (id: string) => `/shop/cart#buy=${id}`;

/** The list with the products of one category. */
export const productsOfCategory = (name: string) =>
  `${PRODUCTS_PATH}?category=${encodeURIComponent(name).replaceAll('%20', '+')}`;

/** Eighths of its width that a picture is tall, at least and at most, for the rows of the grid. */
const ROWS_MIN = 4;
const ROWS_MAX = 12;
/** Of a plate, which stands for a picture that is not there. */
const PLATE_ROWS = 5;

/** The class that says how tall a product's picture is, see components/shop/shop.css. */
export function shapeOf(cover: { width?: number; height?: number } | null): string {
  if (!cover?.width || !cover.height) return `r${PLATE_ROWS}`;
  const rows = Math.round((8 * cover.height) / cover.width);
  return `r${Math.min(Math.max(rows, ROWS_MIN), ROWS_MAX)}`;
}
