import { z } from 'zod';
import { licenceTypes } from './product.ts';
import { CART_LINES_MAX, cartMessages, QUANTITY_MAX } from './shop-messages.ts';

const productId = z.string().min(1).max(200);
const quantity = z
  .int(cartMessages.quantity)
  .min(1, cartMessages.quantity)
  .max(QUANTITY_MAX, cartMessages.quantity);

/**
 * PATCH /api/user/addcart: replaces the whole cart, as documented. Only the product's `_id` and the quantity of
 * each line are used; other fields, such as the price, are ignored.
 */
export const addCartRequest = z
  .strictObject({
    cart: z
      .array(z.object({ _id: productId, quantity: quantity.default(1) }))
      .max(CART_LINES_MAX, cartMessages.full),
  })
  .meta({ id: 'AddCart' });

/** POST /api/cart: adds a product. */
export const cartAddRequest = z
  .strictObject({ product: productId, quantity: quantity.default(1) })
  .meta({ id: 'CartAdd' });

/** PUT /api/cart/{id}: changes the quantity, or the amount of a pay-what-you-want product. */
export const cartChangeRequest = z
  .strictObject({
    quantity: quantity.optional(),
    amount: z.number(cartMessages.amount).min(0, cartMessages.amount).optional(),
  })
  .refine((input) => input.quantity !== undefined || input.amount !== undefined, {
    message: cartMessages.quantity,
    path: ['quantity'],
  })
  .meta({ id: 'CartChange' });
export type CartChange = z.output<typeof cartChangeRequest>;

/** Product in the cart at its current price. */
export const cartLineResponse = z
  .object({
    _id: z.string().describe('value of the product'),
    product_id: z.string(),
    title: z.string(),
    slug: z.string(),
    images: z.object({ url: z.string() }).nullable(),
    licenceType: z.enum(licenceTypes),
    quantity: z.int(),
    price: z.number(),
    customAmount: z
      .object({ minimum: z.number(), suggested: z.number(), maximum: z.number() })
      .nullable()
      .describe('pay-what-you-want prices per unit; null if the price is fixed'),
    subtotal: z.number(),
    priceBefore: z.number().nullable().describe('price when it was added, if it has changed'),
    left: z.int().nullable().describe('number of available licence keys, if limited'),
    state: z
      .enum(['ready', 'gone', 'owned', 'sold-out', 'not-for-sale'])
      .describe('lines that are not `ready` are excluded from the total and cannot be bought'),
  })
  .meta({ id: 'CartLine' });
export type CartLine = z.infer<typeof cartLineResponse>;

/** Cart of the member. Money is decimal, in `currency`. */
export const cartResponse = z
  .object({
    cart: z.array(cartLineResponse),
    count: z.int().describe('of lines'),
    currency: z.string(),
    subtotal: z.number(),
    discount: z.number(),
    total: z.number(),
    code: z
      .object({
        code: z.string(),
        label: z.string().describe('label, such as `10% off`'),
        problem: z
          .string()
          .nullable()
          .describe('reason why the code cannot be used and the cart cannot be paid'),
      })
      .nullable()
      .describe('the discount code in the cart'),
    terms: z.string().describe('terms that buyers accept'),
    payment: z
      .enum(['demo', 'paypal', 'none'])
      .describe('payment provider; with `none` only free products are available'),
  })
  .meta({ id: 'Cart' });
export type Cart = z.infer<typeof cartResponse>;

export const cartChangeResponse = cartResponse
  .extend({ msg: z.string() })
  .meta({ id: 'CartChanged' });
