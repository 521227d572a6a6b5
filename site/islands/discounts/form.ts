import type { DiscountKind } from '#contracts/discount.ts';
import { discountMessages } from '#contracts/discount-words.ts';
import { parsePrice } from '../../format/price.ts';
import type { Discount } from './discount-calls.ts';

/** A product that the code is limited to. */
export interface Chosen {
  _id: string;
  title: string;
}

/** Form values as typed. */
export interface DiscountForm {
  code: string;
  kind: DiscountKind;
  value: string;
  /** Local times in the owner's time zone, or empty. */
  from: string;
  until: string;
  maxUses: string;
  maxUsesEach: string;
  /** Null if the code applies to all products. */
  products: Chosen[] | null;
}

const textOf = (value: number | string | null) => (value === null ? '' : String(value));

export const formOf = (discount: Discount | null): DiscountForm => ({
  code: discount?.code ?? '',
  kind: discount?.kind ?? 'percent',
  value: textOf(discount?.value ?? null),
  from: discount?.from ?? '',
  until: discount?.until ?? '',
  maxUses: textOf(discount?.maxUses ?? null),
  maxUsesEach: textOf(discount ? discount.maxUsesEach : 1),
  products: discount?.products ?? null,
});

const usesOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));

/** Returns the errors that can be found before sending, by field. */
export function checkForm(form: DiscountForm): Record<string, string> {
  const fields: Record<string, string> = {};
  const isCount = (typed: string) => typed.trim() === '' || /^[1-9]\d{0,6}$/.test(typed.trim());
  if (!/^[a-z0-9][\w-]{2,39}$/i.test(form.code.trim())) fields.code = discountMessages.code;
  const value = parsePrice(form.value);
  if (form.kind === 'percent') {
    const whole = Number.isInteger(value) && value >= 1 && value <= 100;
    if (!whole) fields.value = discountMessages.percent;
  } else if (!(value > 0)) fields.value = discountMessages.value;
  if (!isCount(form.maxUses)) fields.maxUses = discountMessages.uses;
  if (!isCount(form.maxUsesEach)) fields.maxUsesEach = discountMessages.uses;
  if (form.products?.length === 0) fields.products = discountMessages.products;
  return fields;
}

/** Returns the form as a request body. */
export const toDiscountInput = (form: DiscountForm) => ({
  code: form.code,
  kind: form.kind,
  value: parsePrice(form.value),
  from: form.from || null,
  until: form.until || null,
  maxUses: usesOf(form.maxUses),
  maxUsesEach: usesOf(form.maxUsesEach),
  products: form.products?.map(({ _id }) => _id) ?? null,
});

/** Letters and digits that are easy to tell apart. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RANDOM_CODE_LENGTH = 10;

/** Returns a random code that is hard to guess. */
export function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_CODE_LENGTH * 4));
  // Bytes above the last whole multiple would make some characters more likely than others.
  const byteLimit = 256 - (256 % alphabet.length);
  const letters = [...bytes]
    .filter((byte) => byte < byteLimit)
    .map((byte) => alphabet[byte % alphabet.length]);
  return letters.slice(0, RANDOM_CODE_LENGTH).join('');
}
