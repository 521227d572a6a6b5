import { z } from 'zod';
import type { OrderAddress } from '#contracts/order.ts';
import type { Payment, ReportedRefund, Sum } from './provider.ts';

/** Fields of PayPal's responses that are used. */
export const id = z.string().min(1).max(200);
export const shortText = z.string().max(300).nullish();
export const amount = z
  .object({ currency_code: z.string().length(3), value: z.string().max(20) })
  .transform(({ currency_code, value }): Sum => ({ currency: currency_code, value }));
export const link = z.object({ rel: z.string(), href: z.string().max(3000) });

const isSafe = (href: string) =>
  /^https:\/\//.test(href) || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(href);

/** New order with the URL at which the buyer approves it. */
export const createdOrderBody = z
  .object({ id, links: z.array(link) })
  .transform(({ id: paymentId, links }, context) => {
    const page = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
    if (page && isSafe(page.href)) return { paymentId, approveUrl: page.href };
    context.addIssue({ code: 'custom', message: 'no page to approve it' });
    return z.NEVER;
  });

const capture = z.object({ id, status: z.string(), amount, custom_id: shortText });
const refund = z.object({ id, status: z.string(), amount, invoice_id: shortText });
const unit = z.object({
  custom_id: shortText,
  payee: z.object({ merchant_id: shortText }).nullish(),
  shipping: z
    .object({
      name: z.object({ full_name: shortText }).nullish(),
      address: z
        .object({
          address_line_1: shortText,
          admin_area_2: shortText,
          postal_code: shortText,
          country_code: shortText,
        })
        .nullish(),
    })
    .nullish(),
  payments: z
    .object({ captures: z.array(capture).nullish(), refunds: z.array(refund).nullish() })
    .nullish(),
});

/** Order at PayPal. */
export const orderResponseBody = z.object({
  id,
  status: z.string(),
  payer: z
    .object({
      name: z.object({ given_name: shortText, surname: shortText }).nullish(),
      address: z.object({ country_code: shortText }).nullish(),
    })
    .nullish(),
  purchase_units: z.array(unit).nullish(),
});
type OrderBody = z.infer<typeof orderResponseBody>;

export const refundResponseBody = z.object({ id, status: z.string() });

const arrived = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

/** Converts an order at PayPal to the state of its payment. */
export function toPayment(order: OrderBody): Payment {
  const [unit] = order.purchase_units ?? [];
  const captures = unit?.payments?.captures ?? [];
  // A declined capture can precede the successful one.
  const money = captures.find(({ status }) => arrived.has(status));
  if (money) {
    return {
      state: 'captured',
      captureId: money.id,
      sum: money.amount,
      orderId: money.custom_id ?? unit?.custom_id ?? '',
      payee: unit?.payee?.merchant_id ?? null,
      recipient: recipientOf(order),
      refunds: (unit?.payments?.refunds ?? [])
        .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
        .map(toRefund),
    };
  }
  const pending = captures.find(({ status }) => status === 'PENDING');
  if (pending) {
    return { state: 'pending', captureId: pending.id, reason: 'PayPal still holds the payment.' };
  }
  switch (order.status) {
    case 'APPROVED':
      return { state: 'approved' };
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return { state: 'waiting' };
    case 'VOIDED':
      return { state: 'ended', reason: 'PayPal cancelled the payment.' };
    case 'COMPLETED':
      if (captures.length === 0) break;
      return { state: 'ended', reason: 'The payment was refused.' };
  }
  return { state: 'unknown', reason: `PayPal says ${order.status.slice(0, 40)}.` };
}

function toRefund({ id, amount: sum, invoice_id }: z.infer<typeof refund>): ReportedRefund {
  return { id, sum, ours: invoice_id ?? null };
}

function recipientOf({ purchase_units, payer }: OrderBody): OrderAddress | null {
  const shipping = purchase_units?.[0]?.shipping;
  const payerName = [payer?.name?.given_name, payer?.name?.surname].filter(Boolean).join(' ');
  const recipient = {
    recipient_name: shipping?.name?.full_name ?? payerName,
    line1: shipping?.address?.address_line_1 ?? '',
    city: shipping?.address?.admin_area_2 ?? '',
    postal_code: shipping?.address?.postal_code ?? '',
    country_code: shipping?.address?.country_code ?? payer?.address?.country_code ?? '',
  };
  return Object.values(recipient).some((text) => text !== '') ? recipient : null;
}

const errorResponseBody = z.object({
  name: shortText,
  details: z.array(z.object({ issue: shortText })).nullish(),
});

/** Returns the issue of an error, such as INSTRUMENT_DECLINED, or null. */
export function issueOf(body: unknown): string | null {
  const parsed = errorResponseBody.safeParse(body);
  if (!parsed.success) return null;
  const issue = parsed.data.details?.[0]?.issue ?? parsed.data.name ?? '';
  return /^[A-Z_]{3,80}$/.test(issue) ? issue : null;
}
