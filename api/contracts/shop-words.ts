/** What the shop says and where its pages are, without a library, so that readers' pages can say it. */

/** Lines that a cart holds, and how many of one product. */
export const CART_LINES_MAX = 100;
export const QUANTITY_MAX = 99;
/** Smallest units that buyers may choose to pay for one product at most: more is a slip of the finger. */
export const OPEN_PRICE_MAX = 1_000_000;

/** Values of a new product where nothing else is given, as documented. */
export const productDefaults = {
  price: 0,
  description: 'Description',
  content: 'Content',
} as const;

/** The documented sentences, and those beside them. */
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

/** What a product costs, as cards say it. @param amount as text; the least, where buyers choose */
export function priceWords(
  amount: string,
  { free, open }: { free: boolean; open: boolean },
): string {
  if (open) return free ? 'Pay what you want' : `From ${amount}`;
  return free ? 'Free' : amount;
}

/** Returns the words in place of a Buy button, or null if the product can be bought. */
export function unavailableWords({
  forSale,
  soldOut,
}: {
  forSale: boolean;
  soldOut: boolean;
}): string | null {
  if (!forSale) return 'Not for sale yet';
  return soldOut ? 'Sold out' : null;
}

/** The documented sentence. */
export const ORDER_PLACED = 'You have successfully placed an order.';

/** Returns the path of a product's page. */
export const productPath = (slug: string) => `/shop/products/detail/${slug}`;
/** Where the buyer comes back to from the provider. */
export const CHECKOUT_PATH = '/shop/checkout';
export const CART_PATH = '/shop/cart';
export const HISTORY_PATH = '/shop/products/history';
/** Where an order is, with its receipt. */
export const orderPath = (id: string) => `${HISTORY_PATH}/${id}`;
/** What a member owns, and where a link that has ended leads. */
export const LIBRARY_PATH = '/library';
export const LIBRARY_LINK_ENDED = `${LIBRARY_PATH}#link-ended`;
/** Where admins see all orders, one of them, and what they come to. */
export const ORDERS_PATH = '/admin/shop/orders';
export const adminOrderPath = (id: string) => `${ORDERS_PATH}/${id}`;
export const SALES_PATH = '/admin/shop/sales';
/** The page of the demo provider, where a payment is approved or not. */
export const DEMO_PAYMENT_PATH = '/shop/demo-payment';
