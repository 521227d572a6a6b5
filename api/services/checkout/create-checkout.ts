import { createHash } from 'node:crypto';
import { HOUR_MS } from '#contracts/durations.ts';
import { toDecimal, toDecimalText } from '#contracts/money.ts';
import type { CheckoutResponse, Provider } from '#contracts/order.ts';
import { CART_PATH, CHECKOUT_PATH } from '#contracts/shop-messages.ts';
import { listNewestProductFiles } from '../../db/hot/published-products.ts';
import {
  type Checkout,
  findCheckout,
  insertCheckout,
  listCheckouts,
  updateCheckout,
} from '../../db/repositories/payments.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import type { LineSnapshot } from '../../db/schema/orders.ts';
import { DomainError } from '../../errors.ts';
import type { PaymentOrder } from '../../integrations/payment/provider.ts';
import { nextPollAt } from '../../queue/queues.ts';
import { listLines, type ReadLine } from '../cart/cart.ts';
import {
  type CalculatedTotals,
  calculateTotals,
  codeRejected,
  subtotalOf,
} from '../cart/pricing.ts';
import { createPublicId } from '../identifiers.ts';
import { getCurrentProvider, getShopSettings, type PaymentContext } from './payment-context.ts';

/** Time in which the buyer can approve the payment, in milliseconds; PayPal allows three hours. */
const APPROVAL_WINDOW_MS = 3 * HOUR_MS;
/** Time in which the same cart reuses its payment, in milliseconds. */
const REUSE_MS = HOUR_MS;

export interface CheckoutInput {
  userId: number;
  /** Total that the buyer was shown, as a decimal. */
  total?: number | undefined;
}

/**
 * Creates the payment of a cart, which its buyer then approves. The same cart reuses its payment; older
 * payments of other carts are cancelled, so that no one pays twice.
 * @throws DomainError CART_EMPTY, CODE_REJECTED, NOT_FOR_SALE, STATE_CONFLICT, PRICE_CHANGED, PAYMENT_IN_PROGRESS, PAYMENTS_DISABLED,
 *   PAYMENT_UNAVAILABLE
 */
export async function createCheckout(
  context: PaymentContext,
  input: CheckoutInput,
): Promise<CheckoutResponse> {
  const { database } = context;
  const checkout = await database.write(() => storeCheckout(context, input));
  const existing = toResult(checkout);
  if (existing) return existing;
  const paymentProvider =
    checkout.provider === 'free' ? undefined : context.providers[checkout.provider];
  if (!paymentProvider) throw new DomainError('PAYMENTS_DISABLED');
  const created = await paymentProvider.createPayment(toPaymentOrder(context, checkout));
  if (created.status === 'unknown')
    throw new DomainError('PAYMENT_UNAVAILABLE', { cause: created.reason });
  const { id } = checkout;
  if (created.status === 'refused') {
    const { reason } = created;
    await database.write(() =>
      updateCheckout(database, id, ['creating'], { state: 'ended', reason, nextAt: null }),
    );
    throw new DomainError('PAYMENT_UNAVAILABLE', { cause: reason });
  }
  const { paymentId, approveUrl } = created;
  const after = await database.write(() => {
    const open = { state: 'open', paymentId, approveUrl } as const;
    const nextAt = nextPollAt('open', 0, context.clock());
    updateCheckout(database, id, ['creating'], { ...open, nextAt });
    return findCheckout(database, id);
  });
  const result = after && toResult(after);
  // Another request of the member has replaced it.
  if (!result) throw new DomainError('STATE_CONFLICT', { msg: REPLACED });
  return result;
}

const REPLACED = 'This checkout was replaced by a newer one. You have not been charged.';

function toResult({ state, provider, paymentId, approveUrl }: Checkout): CheckoutResponse | null {
  if (state !== 'open' || paymentId === null || approveUrl === null) return null;
  return { provider, paymentID: paymentId, approveUrl };
}

/** Stores the checkout of a cart, or returns the one to reuse. */
function storeCheckout(context: PaymentContext, { userId, total }: CheckoutInput): Checkout {
  const { database, clock } = context;
  const now = clock();
  const user = findActiveUser(database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  const lines = listLines(context, userId);
  assertReady(lines);
  const shop = getShopSettings(context);
  const { currency } = shop;
  const { code, lineDiscounts, ...totals } = calculateTotals(context, userId, lines);
  assertCodeApplies(code);
  if (total !== undefined && total !== toDecimal(totals.total, currency)) {
    throw new DomainError('PRICE_CHANGED');
  }
  const provider: Provider | null = totals.total === 0 ? 'free' : getCurrentProvider(context);
  if (provider === null) throw new DomainError('PAYMENTS_DISABLED');
  const snapshots = lines.map((line, index) =>
    toSnapshot(context, line, lineDiscounts[index] ?? 0),
  );
  const buyer = { name: user.name, email: user.email };
  const contents = {
    provider: provider as Provider,
    currency,
    ...totals,
    buyer,
    terms: shop.terms,
    discountId: code?.discount.id ?? null,
    discountCode: code?.discount.code ?? '',
    lines: snapshots,
  };
  const fingerprint = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  const reusable = findReusableCheckout(context, userId, { fingerprint, lines: snapshots, now });
  if (reusable) return reusable;
  const publicId = createPublicId();
  const checkout = insertCheckout(database, {
    ...contents,
    publicId,
    userId,
    fingerprint,
    seller: shop.seller,
    taxLine: shop.taxLine,
    consentedAt: now,
    createdAt: now,
    endsAt: now + APPROVAL_WINDOW_MS,
    nextAt: nextPollAt('creating', 0, now),
  });
  if (provider !== 'free') return checkout;
  const paymentId = `FREE-${publicId.toUpperCase()}`;
  const approveUrl = `${context.config.siteUrl}${CHECKOUT_PATH}?token=${paymentId}`;
  const open = {
    state: 'open',
    paymentId,
    approveUrl,
    nextAt: nextPollAt('open', 0, now),
  } as const;
  return updateCheckout(database, checkout.id, ['creating'], open) ?? checkout;
}

/** Prevents a buyer from paying the full price because their code has just ended. */
function assertCodeApplies(code: CalculatedTotals['code']): void {
  if (code && code.problem !== null) throw codeRejected(code.problem);
}

const notReadyReasons = {
  ready: '',
  owned: 'is already yours',
  gone: 'is no longer for sale',
  'not-for-sale': 'is not for sale yet',
  'sold-out': 'does not have enough licence keys left',
} as const satisfies Record<ReadLine['availability'], string>;

function assertReady(lines: ReadLine[]): void {
  if (lines.length === 0) throw new DomainError('CART_EMPTY');
  const unavailable = lines.find(({ availability }) => availability !== 'ready');
  if (!unavailable) return;
  const code = unavailable.availability === 'not-for-sale' ? 'NOT_FOR_SALE' : 'STATE_CONFLICT';
  throw new DomainError(code, {
    msg: `“${unavailable.title}” ${notReadyReasons[unavailable.availability]}. Please remove it from your cart first.`,
  });
}

/** Cancels the member's older checkouts. @returns the one of the same cart, if it is recent */
function findReusableCheckout(
  { database }: PaymentContext,
  userId: number,
  input: { fingerprint: string; lines: LineSnapshot[]; now: number },
): Checkout | null {
  const productIds = new Set(input.lines.map(({ product }) => product));
  let reusable: Checkout | null = null;
  for (const checkout of listCheckouts(database, userId, [
    'creating',
    'open',
    'capturing',
    'pending',
  ])) {
    if (checkout.state === 'capturing' || checkout.state === 'pending') {
      // It may be captured already, so that another payment would charge the buyer twice.
      if (checkout.lines.some(({ product }) => productIds.has(product))) {
        throw new DomainError('PAYMENT_IN_PROGRESS');
      }
      continue;
    }
    const isRecent = input.now - checkout.createdAt < REUSE_MS && input.now >= checkout.createdAt;
    if (!reusable && isRecent && checkout.fingerprint === input.fingerprint) {
      reusable = checkout;
      continue;
    }
    const ended = { state: 'ended', reason: REPLACED, nextAt: null } as const;
    updateCheckout(database, checkout.id, ['creating', 'open'], ended);
  }
  return reusable;
}

function toSnapshot({ database }: PaymentContext, line: ReadLine, discount: number): LineSnapshot {
  const { id: productId, publicId: product, title, licenceType, price, quantity, image } = line;
  const files = listNewestProductFiles(database, productId).map(({ name, version, sha256 }) => ({
    name,
    version,
    sha256,
  }));
  return { productId, product, title, licenceType, price, quantity, discount, image, files };
}

/** Returns the order as the provider receives it. */
function toPaymentOrder({ config }: PaymentContext, checkout: Checkout): PaymentOrder {
  const { currency } = checkout;
  const toAmount = (minor: number) => ({ currency, value: toDecimalText(minor, currency) });
  const items = checkout.lines.reduce((all, line) => all + subtotalOf(line), 0);
  return {
    id: checkout.publicId,
    total: toAmount(checkout.total),
    items: toAmount(items),
    discount: toAmount(checkout.discount),
    lines: checkout.lines.map(({ title, quantity, price }) => ({
      name: title,
      quantity,
      unit: toAmount(price),
    })),
    returnUrl: `${config.siteUrl}${CHECKOUT_PATH}`,
    cancelUrl: `${config.siteUrl}${CART_PATH}?cancelled=1`,
  };
}
