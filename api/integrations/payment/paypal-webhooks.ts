import { createVerify, X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { DisputeReason, DisputeState } from '#contracts/order-states.ts';
import { readBounded, type Send } from '../transport.ts';
import { amount, id, link, shortText } from './paypal-responses.ts';
import type { PaymentEvent, ReportedDispute, WebhookResult } from './provider.ts';

/** Time limit for a download, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Largest file with a certificate and its chain, in bytes. */
const BYTES_MAX = 100_000;

/** Longest chain below a root; public authorities use one or two intermediates. */
const CHAIN_MAX = 5;

/** PayPal uses one or two signing certificates at a time. */
const CACHE_MAX = 8;

/** Names of PayPal's signing certificates: live and sandbox. */
const SIGNERS = [
  'messageverificationcerts.paypal.com',
  'messageverificationcerts.sandbox.paypal.com',
];

/** Host of the authority that PayPal uses; intermediates missing from PayPal's file are loaded from it alone. */
const AUTHORITY_HOST = 'cacerts.digicert.com';

const END_OF_CERTIFICATE = '-----END CERTIFICATE-----';

/** Result of looking up a signing certificate. */
type SignerLookup =
  | { status: 'trusted'; certificate: X509Certificate }
  | { status: 'refused'; reason: string }
  /** A certificate could not be downloaded; a later attempt may succeed. */
  | { status: 'unavailable'; reason: string };

class UntrustedCertificateError extends Error {}

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
    const certificateUrl = header('paypal-cert-url');
    if (!isOfPaypal(certificateUrl, apiUrl))
      return { status: 'forged', reason: 'not a host of PayPal' };
    if (header('paypal-auth-algo') !== 'SHA256withRSA') {
      return { status: 'forged', reason: 'another way to sign' };
    }
    const signer = await findSigner(certificateUrl);
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
    const parsed = webhookBody.safeParse(parseEventBody(body));
    if (!parsed.success) return { status: 'forged', reason: 'not an event as documented' };
    return { status: 'read', event: parsed.data };
  };
}

/** True for a URL on the host of the API or another host of PayPal. */
function isOfPaypal(url: string, apiUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin, username, port } = new URL(url);
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

function parseEventBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

const moneyResource = z.object({
  id: z.string().max(200).nullish(),
  custom_id: shortText,
  invoice_id: shortText,
  amount: amount.nullish(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: shortText }).nullish() })
    .nullish(),
  links: z.array(link).nullish(),
  purchase_units: z.array(z.object({ custom_id: shortText })).nullish(),
});

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
  status: shortText,
  reason: shortText,
  dispute_amount: amount.nullish(),
  dispute_outcome: z.object({ outcome_code: shortText }).nullish(),
  disputed_transactions: z
    .array(
      z.object({ seller_transaction_id: shortText, custom: shortText, invoice_number: shortText }),
    )
    .nullish(),
  seller_response_due_date: shortText,
  create_time: shortText,
  update_time: shortText,
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
  WAITING_FOR_SELLER_RESPONSE: 'seller',
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
  const disputeData = parsed.data;
  const [money] = disputeData.disputed_transactions ?? [];
  const over = disputeData.status === 'RESOLVED' || kind === 'CUSTOMER.DISPUTE.RESOLVED';
  return {
    id: disputeData.dispute_id,
    state: over
      ? (outcomes[disputeData.dispute_outcome?.outcome_code ?? ''] ?? 'settled')
      : (states[disputeData.status ?? ''] ?? 'open'),
    reason: reasons[disputeData.reason ?? ''] ?? 'other',
    sum: disputeData.dispute_amount ?? null,
    captureId: money?.seller_transaction_id ?? null,
    orderId: money?.custom ?? money?.invoice_number ?? null,
    dueAt: over ? null : timeOf(disputeData.seller_response_due_date),
    reportedAt: timeOf(disputeData.update_time ?? disputeData.create_time),
  };
}

function timeOf(text: string | null | undefined): number | null {
  const time = Date.parse(text ?? '');
  // Invalid dates would break every page that formats them.
  return Number.isNaN(time) || time < 0 ? null : time;
}

/**
 * Loads PayPal's signing certificates and checks that they carry PayPal's name, are valid now, and chain
 * to an authority that Node trusts (including NODE_EXTRA_CA_CERTS).
 */
export function createSignerLookup(send: Send): (url: string) => Promise<SignerLookup> {
  const chains = new Map<string, X509Certificate[]>();

  async function download(url: string): Promise<Buffer> {
    const response = await send(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`responded with ${response.status}`);
    return readBounded(response, BYTES_MAX);
  }

  /** Returns the certificate followed by its issuers, ending with a trusted root. */
  async function loadChain(url: string): Promise<X509Certificate[]> {
    const [signer, ...others] = parseCertificates(await download(url));
    if (!signer || !SIGNERS.some((name) => signer.checkHost(name))) {
      throw new UntrustedCertificateError('the certificate does not carry the name of PayPal');
    }
    const roots = tls.getCACertificates('default').map((pem) => new X509Certificate(pem));
    const chain = [signer];
    for (let last = signer; chain.length <= CHAIN_MAX; ) {
      const root = roots.find((one) => isIssuedBy(last, one));
      if (root) return [...chain, root];
      const issuer =
        others.find((one) => isIssuedBy(last, one)) ?? (await loadIssuer(last, download));
      if (!issuer) break;
      chain.push(issuer);
      last = issuer;
    }
    throw new UntrustedCertificateError('the certificate does not chain to a trusted root');
  }

  return async (url) => {
    try {
      const chain = chains.get(url) ?? (await loadChain(url));
      const now = new Date();
      if (
        chain.some(({ validFromDate, validToDate }) => now < validFromDate || now > validToDate)
      ) {
        return { status: 'refused', reason: 'a certificate is not valid now' };
      }
      if (chains.size >= CACHE_MAX) chains.clear();
      chains.set(url, chain);
      return { status: 'trusted', certificate: chain[0] as X509Certificate };
    } catch (error) {
      if (error instanceof UntrustedCertificateError)
        return { status: 'refused', reason: error.message };
      return { status: 'unavailable', reason: 'the certificate could not be loaded' };
    }
  };
}

function parseCertificates(pem: Buffer): X509Certificate[] {
  const blocks = pem.toString('latin1').split(END_OF_CERTIFICATE).slice(0, -1);
  try {
    return blocks.map((block) => new X509Certificate(block + END_OF_CERTIFICATE));
  } catch {
    throw new UntrustedCertificateError('not a certificate');
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

/** Loads the issuer that a certificate names; it counts only if it has signed the certificate. */
async function loadIssuer(
  certificate: X509Certificate,
  download: (url: string) => Promise<Buffer>,
): Promise<X509Certificate | null> {
  const [, issuerUrl = ''] = /^CA Issuers - URI:(\S+)$/m.exec(certificate.infoAccess ?? '') ?? [];
  const url = URL.parse(issuerUrl);
  if (url?.protocol !== 'http:' || url.host !== AUTHORITY_HOST) return null;
  const issuer = new X509Certificate(await download(url.href));
  return isIssuedBy(certificate, issuer) ? issuer : null;
}
