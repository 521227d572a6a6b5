import { createHash } from 'node:crypto';
import { toDecimal, toDecimalText } from '#contracts/money.ts';
import type { Provider } from '#contracts/order.ts';
import { CART_PATH, CHECKOUT_PATH } from '#contracts/shop-words.ts';
import { listFileVersions } from '../../db/repositories/carts.ts';
import {
  type Checkout,
  changeCheckout,
  findCheckout,
  insertCheckout,
  type LineSnapshot,
  listCheckouts,
} from '../../db/repositories/checkouts.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { PaymentOrder } from '../../integrations/payment/payment-provider.ts';
import { nextPollAt } from '../../queue/queues.ts';
import { createPublicId } from '../articles/public-id.ts';
import { listLines, type ReadLine } from '../cart/cart.ts';
import { subtotalOf } from '../cart/pricing.ts';
import {
  type CalculatedTotals,
  calculateTotals,
  codeRefused,
} from '../discounts/apply-discount.ts';
import { currentPayer, readShop, type Till } from './payment-context.ts';

/** Milliseconds in which a buyer may agree at the provider; PayPal allows three hours. */
const AGREE_MS = 3 * 3_600_000;
/** Milliseconds in which the same cart leads to the same payment again. */
const SAME_MS = 3_600_000;

export interface CheckoutWish {
  userId: number;
  /** What the buyer was shown, as a decimal number. */
  total?: number | undefined;
}

/** Where the buyer goes on to pay. */
export interface CheckoutBegun {
  provider: Provider;
  paymentID: string;
  approveUrl: string;
}

/**
 * Turns a cart into a payment that waits for its buyer. The same cart again is the same payment; an
 * older one with other things in it is called off, so that nobody pays twice for one wish.
 * @throws DomainError CART_EMPTY, CODE_REFUSED, NOT_FOR_SALE, STATE_CONFLICT, PRICE_CHANGED, PAYMENT_UNDERWAY, PAYMENT_OFF,
 *   PAYMENT_AWAY
 */
export async function beginCheckout(till: Till, wish: CheckoutWish): Promise<CheckoutBegun> {
  const { database } = till;
  const checkout = await database.write(() => store(till, wish));
  const known = answerOf(checkout);
  if (known) return known;
  const payer = checkout.provider === 'free' ? undefined : till.payers[checkout.provider];
  if (!payer) throw new DomainError('PAYMENT_OFF');
  const begun = await payer.begin(orderOf(till, checkout));
  if (begun.end === 'unknown') throw new DomainError('PAYMENT_AWAY', { cause: begun.reason });
  const { id } = checkout;
  if (begun.end === 'refused') {
    const { reason } = begun;
    await database.write(() =>
      changeCheckout(database, id, ['creating'], { state: 'ended', reason, nextAt: null }),
    );
    throw new DomainError('PAYMENT_AWAY', { cause: reason });
  }
  const { paymentId, approveUrl } = begun;
  const after = await database.write(() => {
    const open = { state: 'open', paymentId, approveUrl } as const;
    const nextAt = nextPollAt('open', 0, till.clock());
    changeCheckout(database, id, ['creating'], { ...open, nextAt });
    return findCheckout(database, id);
  });
  const answer = after && answerOf(after);
  // Somebody has begun another one in the meantime.
  if (!answer) throw new DomainError('STATE_CONFLICT', { msg: REPLACED });
  return answer;
}

const REPLACED = 'This checkout was replaced by a newer one. You have not been charged.';

function answerOf({ state, provider, paymentId, approveUrl }: Checkout): CheckoutBegun | null {
  if (state !== 'open' || paymentId === null || approveUrl === null) return null;
  return { provider, paymentID: paymentId, approveUrl };
}

/** Writes down what is bought for how much, or finds where that was done already. */
function store(till: Till, { userId, total }: CheckoutWish): Checkout {
  const { database, clock } = till;
  const now = clock();
  const user = findActiveUser(database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  const lines = listLines(till, userId);
  refuseUnready(lines);
  const shop = readShop(till);
  const { currency } = shop;
  const { code, shares, ...totals } = calculateTotals(till, userId, lines);
  refuseCode(code);
  if (total !== undefined && total !== toDecimal(totals.total, currency)) {
    throw new DomainError('PRICE_CHANGED');
  }
  const provider: Provider | null = totals.total === 0 ? 'free' : currentPayer(till);
  if (provider === null) throw new DomainError('PAYMENT_OFF');
  const snapshots = lines.map((line, index) => toSnapshot(till, line, shares[index] ?? 0));
  const buyer = { name: user.name, email: user.email };
  const bought = {
    provider: provider as Provider,
    currency,
    ...totals,
    buyer,
    terms: shop.terms,
    discountId: code?.discount.id ?? null,
    discountCode: code?.discount.code ?? '',
    lines: snapshots,
  };
  const fingerprint = createHash('sha256').update(JSON.stringify(bought)).digest('hex');
  const same = settleRunning(till, userId, { fingerprint, lines: snapshots, now });
  if (same) return same;
  const publicId = createPublicId();
  const checkout = insertCheckout(database, {
    ...{ ...bought, publicId, userId, fingerprint, seller: shop.seller, taxLine: shop.taxLine },
    ...{ consentedAt: now },
    ...{ createdAt: now, endsAt: now + AGREE_MS, nextAt: nextPollAt('creating', 0, now) },
  });
  if (provider !== 'free') return checkout;
  const paymentId = `FREE-${publicId.toUpperCase()}`;
  const approveUrl = `${till.config.siteUrl}${CHECKOUT_PATH}?token=${paymentId}`;
  const open = {
    state: 'open',
    paymentId,
    approveUrl,
    nextAt: nextPollAt('open', 0, now),
  } as const;
  return changeCheckout(database, checkout.id, ['creating'], open) ?? checkout;
}

/** Nobody pays the full price because their code has ended without their seeing it. */
function refuseCode(code: CalculatedTotals['code']): void {
  if (code && code.problem !== null) throw codeRefused(code.problem);
}

const whyUnready = {
  ready: '',
  owned: 'is already yours',
  gone: 'is no longer for sale',
  'not-for-sale': 'is not for sale yet',
  'sold-out': 'does not have enough licence keys left',
} as const satisfies Record<ReadLine['standing'], string>;

function refuseUnready(lines: ReadLine[]): void {
  if (lines.length === 0) throw new DomainError('CART_EMPTY');
  const unready = lines.find(({ standing }) => standing !== 'ready');
  if (!unready) return;
  const code = unready.standing === 'not-for-sale' ? 'NOT_FOR_SALE' : 'STATE_CONFLICT';
  throw new DomainError(code, {
    msg: `“${unready.title}” ${whyUnready[unready.standing]}. Please remove it from your cart first.`,
  });
}

/**
 * Looks at what the member has begun before.
 * @returns the attempt that is for just this
 */
function settleRunning(
  { database }: Till,
  userId: number,
  wish: { fingerprint: string; lines: LineSnapshot[]; now: number },
): Checkout | null {
  const wanted = new Set(wish.lines.map(({ product }) => product));
  let same: Checkout | null = null;
  for (const one of listCheckouts(database, userId, ['creating', 'open', 'capturing', 'pending'])) {
    if (one.state === 'capturing' || one.state === 'pending') {
      // Its money may have come: whoever pays again now would pay twice.
      if (one.lines.some(({ product }) => wanted.has(product))) {
        throw new DomainError('PAYMENT_UNDERWAY');
      }
      continue;
    }
    const fresh = wish.now - one.createdAt < SAME_MS && wish.now >= one.createdAt;
    if (!same && fresh && one.fingerprint === wish.fingerprint) {
      same = one;
      continue;
    }
    const ended = { state: 'ended', reason: REPLACED, nextAt: null } as const;
    changeCheckout(database, one.id, ['creating', 'open'], ended);
  }
  return same;
}

function toSnapshot({ database }: Till, line: ReadLine, discount: number): LineSnapshot {
  const { id: productId, publicId: product, title, sells, price, quantity, picture } = line;
  const files = listFileVersions(database, productId);
  return { productId, product, title, sells, price, quantity, discount, picture, files };
}

/** What the provider is told. */
function orderOf({ config }: Till, checkout: Checkout): PaymentOrder {
  const { currency } = checkout;
  const sum = (minor: number) => ({ currency, value: toDecimalText(minor, currency) });
  const items = checkout.lines.reduce((all, line) => all + subtotalOf(line), 0);
  return {
    id: checkout.publicId,
    total: sum(checkout.total),
    items: sum(items),
    discount: sum(checkout.discount),
    lines: checkout.lines.map(({ title, quantity, price }) => ({
      name: title,
      quantity,
      unit: sum(price),
    })),
    returnUrl: `${config.siteUrl}${CHECKOUT_PATH}`,
    cancelUrl: `${config.siteUrl}${CART_PATH}?cancelled=1`,
  };
}
