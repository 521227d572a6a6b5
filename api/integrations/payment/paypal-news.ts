import { z } from 'zod';
import type { PaymentEvent } from './payer.ts';
import { amount, id, link, words } from './paypal-answers.ts';
import { readDispute } from './paypal-disputes.ts';

const moneyResource = z.object({
  id: z.string().max(200).nullish(),
  custom_id: words,
  invoice_id: words,
  amount: amount.nullish(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: words }).nullish() }).nullish(),
  links: z.array(link).nullish(),
  purchase_units: z.array(z.object({ custom_id: words })).nullish(),
});

/** The body of a webhook. */
export const eventAnswer = z
  .object({ id, event_type: z.string().min(1).max(100), resource: z.unknown() })
  .transform(({ id, event_type: kind, resource }, context): PaymentEvent => {
    const isDispute = kind.startsWith('CUSTOMER.DISPUTE.');
    const about = moneyResource.safeParse(resource).data;
    const dispute = isDispute ? readDispute(resource, kind) : null;
    if (isDispute ? dispute === null : about === undefined) {
      context.addIssue({ code: 'custom', message: 'not as documented' });
      return z.NEVER;
    }
    if (dispute || !about) {
      const { captureId = null, orderId = null } = dispute ?? {};
      return { id, kind, paymentId: null, orderId, captureId, refund: null, dispute };
    }
    const isOrder = kind.startsWith('CHECKOUT.ORDER.');
    const isRefund = kind === 'PAYMENT.CAPTURE.REFUNDED' || kind === 'PAYMENT.CAPTURE.REVERSED';
    const up = about.links?.find(({ rel }) => rel === 'up')?.href ?? '';
    const captureOfRefund = /\/v2\/payments\/captures\/([\w-]+)$/.exec(up)?.[1] ?? null;
    const isCapture = kind.startsWith('PAYMENT.CAPTURE.') && !isRefund;
    return {
      id,
      kind,
      paymentId: (isOrder ? about.id : about.supplementary_data?.related_ids?.order_id) ?? null,
      orderId: about.custom_id ?? about.purchase_units?.[0]?.custom_id ?? null,
      captureId: isRefund ? captureOfRefund : isCapture ? (about.id ?? null) : null,
      refund:
        isRefund && about.id && about.amount
          ? { id: about.id, sum: about.amount, ours: about.invoice_id ?? null }
          : null,
      dispute: null,
    };
  });
