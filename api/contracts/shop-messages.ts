/** Messages, limits and paths of the shop. Without zod, so that browsers can load them. */

/** Most lines of a cart, and highest quantity of a line. */
export const CART_LINES_MAX = 100;
export const QUANTITY_MAX = 99;
/** Highest pay-what-you-want amount in the smallest unit; more is a typing error. */
export const CUSTOM_AMOUNT_MAX = 1_000_000;

/** Default values of a new product, as documented. */
export const productDefaults = {
  price: 0,
  description: 'Description',
  content: 'Content',
} as const;

/** Errors of the product form that browsers find, too; several are documented. */
export const productFormMessages = {
  title: 'A product needs a title.',
  price: 'A product needs a price: a number, 0 for a free one.',
  suggested: 'The suggested price must be a number greater than 0 and at least the minimum.',
} as const;

/** Messages of the cart; several are documented. */
export const cartMessages = {
  guest: 'Please login to continue buying',
  duplicate: 'This product has been added to the cart',
  remove: 'Do you want to delete this product?',
  empty: 'Your Cart is Empty',
  quantity: `Enter a whole number from 1 to ${QUANTITY_MAX}.`,
  amount: 'Enter an amount such as 12.50.',
  fixedPrice: 'The price of this product is fixed.',
  fixed: 'You can buy this product only once.',
  owned: 'You already own this product.',
  gone: 'This product is no longer for sale.',
  notForSale: 'This product is not for sale yet.',
  soldOut:
    'Licence keys for this product are sold out. It will be available again when more are added.',
  full: `A cart can hold at most ${CART_LINES_MAX} products.`,
} as const;

/** Returns the price label of a product. @param amount formatted price, or minimum price if buyers choose */
export function priceLabel(
  amount: string,
  { free, customAmount }: { free: boolean; customAmount: boolean },
): string {
  if (customAmount) return free ? 'Pay what you want' : `From ${amount}`;
  return free ? 'Free' : amount;
}

/** Returns the label in place of a Buy button, or null if the product can be bought. */
export function unavailableLabel({
  forSale,
  soldOut,
}: {
  forSale: boolean;
  soldOut: boolean;
}): string | null {
  if (!forSale) return 'Not for sale yet';
  return soldOut ? 'Sold out' : null;
}

/** Documented message. */
export const ORDER_PLACED = 'You have successfully placed an order.';

export const productPath = (slug: string) => `/shop/products/detail/${slug}`;
/** Page to which the provider sends the buyer back. */
export const CHECKOUT_PATH = '/shop/checkout';
export const CART_PATH = '/shop/cart';
export const HISTORY_PATH = '/shop/products/history';
/** Returns the path of an order with its receipt. */
export const orderPath = (id: string) => `${HISTORY_PATH}/${id}`;
/** Library, and the target of expired download links. */
export const LIBRARY_PATH = '/library';
export const LIBRARY_LINK_ENDED = `${LIBRARY_PATH}#link-ended`;
/** Pages for admins: orders, an order, sales. */
export const ORDERS_PATH = '/admin/shop/orders';
export const adminOrderPath = (id: string) => `${ORDERS_PATH}/${id}`;
export const SALES_PATH = '/admin/shop/sales';
export const DEMO_PAYMENT_PATH = '/shop/demo-payment';
