import { createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { DisputeReason, DisputeState } from '#contracts/order-states.ts';
import type { Send } from '../crosspost/transport.ts';
import { createSignerLookup } from './paypal-certificates.ts';
import { amount, id, link, words } from './paypal-responses.ts';
import type { PaymentEvent, ReportedDispute, WebhookResult } from './provider.ts';

interface Options {
  apiUrl: string;
  webhookId: string | null;
}

/**
 * Creates a parser that verifies PayPal's webhooks without a call to PayPal: RSA over transmission ID, time,
 * webhook ID and the CRC of the raw body. The certificate is loaded only from PayPal's hosts, and must be
 * PayPal's own (see createSignerLookup).
 */
export function createWebhookParser(
  { apiUrl, webhookId }: Options,
  send: Send,
): (header: (name: string) => string, body: Buffer) => Promise<WebhookResult> {
  const findSigner = createSignerLookup(send);

  return async (header, body) => {
    if (webhookId === null) return { status: 'forged', reason: 'PAYPAL_WEBHOOK_ID is not set.' };
    const address = header('paypal-cert-url');
    if (!isOfPaypal(address, apiUrl)) return { status: 'forged', reason: 'not a host of PayPal' };
    if (header('paypal-auth-algo') !== 'SHA256withRSA') {
      return { status: 'forged', reason: 'another way to sign' };
    }
    const signer = await findSigner(address);
    if (signer.status === 'unavailable') return { status: 'unknown', reason: signer.reason };
    if (signer.status === 'refused') return { status: 'forged', reason: signer.reason };
    const signed = [
      header('paypal-transmission-id'),
      header('paypal-transmission-time'),
      webhookId,
      crc32(body),
    ].join('|');
    const signature = Buffer.from(header('paypal-transmission-sig'), 'base64');
    if (
      !createVerify('RSA-SHA256').update(signed).verify(signer.certificate.publicKey, signature)
    ) {
      return { status: 'forged', reason: 'the signature is invalid' };
    }
    const parsed = webhookBody.safeParse(parseJson(body));
    if (!parsed.success) return { status: 'forged', reason: 'not an event as documented' };
    return { status: 'read', event: parsed.data };
  };
}

/** True for a URL on the host of the API or another host of PayPal. */
function isOfPaypal(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin, username, port } = new URL(address);
  if (username !== '') return false;
  if (origin === new URL(apiUrl).origin) return true;
  const theirs = /(^|\.)paypal\.com$/;
  return (
    protocol === 'https:' &&
    port === '' &&
    theirs.test(hostname) &&
    theirs.test(new URL(apiUrl).hostname)
  );
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

const moneyResource = z.object({
  id: z.string().max(200).nullish(),
  custom_id: words,
  invoice_id: words,
  amount: amount.nullish(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: words }).nullish() }).nullish(),
  links: z.array(link).nullish(),
  purchase_units: z.array(z.object({ custom_id: words })).nullish(),
});

/** Body of a webhook. */
export const webhookBody = z
  .object({ id, event_type: z.string().min(1).max(100), resource: z.unknown() })
  .transform(({ id, event_type: kind, resource }, context): PaymentEvent => {
    const isDispute = kind.startsWith('CUSTOMER.DISPUTE.');
    const about = moneyResource.safeParse(resource).data;
    const dispute = isDispute ? parseDispute(resource, kind) : null;
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

/** Dispute in the webhooks CUSTOMER.DISPUTE.CREATED, UPDATED and RESOLVED. */
const disputeResource = z.object({
  dispute_id: z.string().min(1).max(200),
  status: words,
  reason: words,
  dispute_amount: amount.nullish(),
  dispute_outcome: z.object({ outcome_code: words }).nullish(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: words, custom: words, invoice_number: words }))
    .nullish(),
  seller_response_due_date: words,
  create_time: words,
  update_time: words,
});

const reasons: Record<string, DisputeReason> = {
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'not-received',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'not-as-described',
  UNAUTHORISED: 'not-authorised',
  CREDIT_NOT_PROCESSED: 'not-refunded',
  DUPLICATE_TRANSACTION: 'paid-twice',
  INCORRECT_AMOUNT: 'wrong-amount',
};

const states: Record<string, DisputeState> = {
  WAITING_FOR_SELLER_RESPONSE: 'answer',
  WAITING_FOR_BUYER_RESPONSE: 'buyer',
  UNDER_REVIEW: 'review',
};

const outcomes: Record<string, DisputeState> = {
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
  RESOLVED_SELLER_FAVOUR: 'won',
  CANCELED_BY_BUYER: 'won',
  DENIED: 'won',
};

/** Parses the dispute of a webhook; null if it does not match the documentation. */
export function parseDispute(resource: unknown, kind: string): ReportedDispute | null {
  const parsed = disputeResource.safeParse(resource);
  if (!parsed.success) return null;
  const told = parsed.data;
  const [money] = told.disputed_transactions ?? [];
  const over = told.status === 'RESOLVED' || kind === 'CUSTOMER.DISPUTE.RESOLVED';
  return {
    id: told.dispute_id,
    state: over
      ? (outcomes[told.dispute_outcome?.outcome_code ?? ''] ?? 'settled')
      : (states[told.status ?? ''] ?? 'open'),
    reason: reasons[told.reason ?? ''] ?? 'other',
    sum: told.dispute_amount ?? null,
    captureId: money?.seller_transaction_id ?? null,
    orderId: money?.custom ?? money?.invoice_number ?? null,
    dueAt: over ? null : timeOf(told.seller_response_due_date),
    toldAt: timeOf(told.update_time ?? told.create_time),
  };
}

function timeOf(text: string | null | undefined): number | null {
  const time = Date.parse(text ?? '');
  // Invalid dates would break every page that formats them.
  return Number.isNaN(time) || time < 0 ? null : time;
}
