import { readStoredJson, writeStored } from '../../client/storage.ts';

const KEY = 'bag-wish';
/** Milliseconds that a wish is kept; who comes back later has wished for something else. */
const KEPT_MS = 86_400_000;

/**
 * The product that a link to the bag asks for: `/shop/cart#buy=…`, followed on a page of this site. A
 * link from elsewhere puts nothing into anybody's bag.
 */
export function wishInAddress({ hash }: Location, referrer: string): string | null {
  const product = /^#buy=([\w-]{1,64})$/.exec(hash)?.[1] ?? null;
  const fromHere = URL.canParse(referrer) && new URL(referrer).origin === location.origin;
  return fromHere ? product : null;
}

/** Remembers what somebody wants to buy while they sign in or register. */
export function keepWish(product: string): void {
  writeStored(KEY, JSON.stringify({ product, at: Date.now() }));
}

function readWish(): string | null {
  const { product, at } = (readStoredJson(KEY) ?? {}) as Record<string, unknown>;
  const isFresh = typeof at === 'number' && Date.now() - at < KEPT_MS;
  return isFresh && typeof product === 'string' ? product : null;
}

/** Whether something waits to be bought. */
export const hasWish = (): boolean => readWish() !== null;

/** What was wanted, once. */
export function takeWish(): string | null {
  const product = readWish();
  writeStored(KEY, null);
  return product;
}
