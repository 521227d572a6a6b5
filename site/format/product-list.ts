/** URLs and sort orders of the product list. */

/** Sort orders by their documented names. The first one is the default. */
export const sortChoices = [
  { value: '', label: 'Newest' },
  { value: '-sold', label: 'Best-selling' },
  { value: 'price', label: 'Price: low to high' },
  { value: '-price', label: 'Price: high to low' },
  { value: 'title', label: 'Title' },
] as const;

export const PRODUCTS_PATH = '/shop/products';

/** Returns the URL of the cart that adds a product. For guests, the product is stored until they sign in. */
export const buyPath = (id: string) => `/shop/cart#buy=${id}`;

/** Returns the URL of the list with the products of a category. */
export const productsOfCategory = (name: string) =>
  `${PRODUCTS_PATH}?category=${encodeURIComponent(name).replaceAll('%20', '+')}`;

/** Minimum and maximum height of a cover in grid rows, each an eighth of its width. */
const ROWS_MIN = 4;
const ROWS_MAX = 12;
/** Height of a cover pattern, for products without an image. */
const PATTERN_ROWS = 5;

/** Returns the CSS class for the height of a product's cover, see components/shop/shop.css. */
export function coverClass(cover: { width?: number; height?: number } | null): string {
  if (!cover?.width || !cover.height) return `r${PATTERN_ROWS}`;
  const rows = Math.round((8 * cover.height) / cover.width);
  return `r${Math.min(Math.max(rows, ROWS_MIN), ROWS_MAX)}`;
}
