import { z } from 'zod';
import {
  type Call,
  type CallResult,
  createTransport,
  type Send,
  type Transport,
} from '../crosspost/transport.ts';
import type { Begun, Payer, Payment, PaymentOrder, Refunded, Sum } from './payment-provider.ts';
import {
  createdAnswer,
  issueOf,
  orderAnswer,
  refundAnswer,
  toPayment,
} from './paypal-responses.ts';
import { createEventReader } from './paypal-webhooks.ts';

/** Where PayPal is, and what this installation is to it. No address ends with a slash. */
export interface PaypalOptions {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** Of the webhook at PayPal's developer page; without it no news are believed. */
  webhookId: string | null;
}

/** Issues after which the payer chooses another way to pay. */
const declined = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'TRANSACTION_REFUSED',
  'CARD_EXPIRED',
]);
const notApproved = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']);
/** Issues that say that the money was fetched before: how it stands is looked up. */
const fetchedBefore = new Set(['ORDER_ALREADY_CAPTURED', 'DUPLICATE_INVOICE_ID']);

/** Characters that PayPal takes of a name. */
const NAME_MAX = 127;

/**
 * PayPal Orders v2.
 * @param send for tests that stand in for the network
 */
export function createPaypal(options: PaypalOptions, send: Send = fetch): Payer {
  const call = createPaypalAccess(options, createTransport(options.apiUrl, send));
  const pathOf = (paymentId: string) => `/v2/checkout/orders/${encodeURIComponent(paymentId)}`;

  async function look(paymentId: string): Promise<Payment> {
    const answer = await call({ method: 'GET', path: pathOf(paymentId), headers: {} });
    if (answer.kind !== 'answered') return { state: 'unknown', reason: answer.reason };
    if (answer.status === 404)
      return { state: 'ended', reason: 'PayPal no longer knows this payment.' };
    const parsed = answer.status === 200 ? orderAnswer.safeParse(answer.body) : null;
    if (parsed?.success && parsed.data.id === paymentId) return toPayment(parsed.data);
    return { state: 'unknown', reason: oddAnswer(answer.status) };
  }

  async function capture(paymentId: string, requestId: string): Promise<Payment> {
    const answer = await call({
      method: 'POST',
      path: `${pathOf(paymentId)}/capture`,
      headers: { 'paypal-request-id': requestId, prefer: 'return=representation' },
      body: {},
    });
    if (answer.kind !== 'answered') return { state: 'unknown', reason: answer.reason };
    if (answer.status === 200 || answer.status === 201) {
      const parsed = orderAnswer.safeParse(answer.body);
      if (parsed.success && parsed.data.id === paymentId) {
        const payment = toPayment(parsed.data);
        // An answer may leave out what was not asked for: then the payment itself is read.
        return payment.state === 'captured' || payment.state === 'pending'
          ? payment
          : look(paymentId);
      }
      return look(paymentId);
    }
    if (answer.status === 404)
      return { state: 'ended', reason: 'PayPal no longer knows this payment.' };
    const issue = answer.status === 422 ? issueOf(answer.body) : null;
    if (issue === null) return { state: 'unknown', reason: oddAnswer(answer.status) };
    if (fetchedBefore.has(issue)) return look(paymentId);
    if (notApproved.has(issue)) return { state: 'waiting' };
    if (declined.has(issue)) return { state: 'declined', reason: `PayPal: ${issue}` };
    return { state: 'ended', reason: `PayPal: ${issue}` };
  }

  return {
    name: 'paypal',
    look,
    capture,
    async begin(order): Promise<Begun> {
      const answer = await call({
        method: 'POST',
        path: '/v2/checkout/orders',
        headers: { 'paypal-request-id': order.id, prefer: 'return=representation' },
        body: bodyOf(order),
      });
      if (answer.kind === 'unsent') return { end: 'refused', reason: answer.reason };
      if (answer.kind === 'lost') return { end: 'unknown', reason: answer.reason };
      if (answer.status === 200 || answer.status === 201) {
        const parsed = createdAnswer.safeParse(answer.body);
        if (parsed.success) return { end: 'begun', ...parsed.data };
      }
      const refused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
      const issue = issueOf(answer.body);
      const reason = issue === null ? oddAnswer(answer.status) : `PayPal: ${issue}`;
      return { end: refused ? 'refused' : 'unknown', reason };
    },
    async refund(captureId, { requestId, sum }): Promise<Refunded> {
      const answer = await call({
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
        headers: { 'paypal-request-id': requestId, prefer: 'return=representation' },
        body: { amount: toAmount(sum), invoice_id: requestId },
      });
      if (answer.kind !== 'answered') return { end: 'unknown', reason: answer.reason };
      if (answer.status === 200 || answer.status === 201) {
        const parsed = refundAnswer.safeParse(answer.body);
        if (!parsed.success) return { end: 'unknown', reason: oddAnswer(answer.status) };
        const { id, status } = parsed.data;
        if (status !== 'FAILED' && status !== 'CANCELLED') return { end: 'done', id };
        return {
          end: 'refused',
          reason: `PayPal says that the refund has ${status.toLowerCase()}.`,
        };
      }
      const issue = issueOf(answer.body);
      const refused = [400, 403, 404, 422].includes(answer.status) && issue !== null;
      if (refused) return { end: 'refused', reason: `PayPal: ${issue}` };
      return { end: 'unknown', reason: oddAnswer(answer.status) };
    },
    readEvent: createEventReader(options, send),
  };
}

const oddAnswer = (status: number) => `PayPal is not responding correctly (${status}).`;
const toAmount = ({ currency, value }: Sum) => ({ currency_code: currency, value });

/** Its beginning, without half of a character that takes two places. */
const cut = (name: string) => name.slice(0, NAME_MAX).replace(/[\uD800-\uDBFF]$/, '');

function bodyOf({ id, total, items, discount, lines, returnUrl, cancelUrl }: PaymentOrder) {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: id,
        custom_id: id,
        invoice_id: id,
        amount: {
          ...toAmount(total),
          breakdown: {
            item_total: toAmount(items),
            ...(Number(discount.value) > 0 && { discount: toAmount(discount) }),
          },
        },
        items: lines.map(({ name, quantity, unit }) => ({
          name: cut(name),
          quantity: String(quantity),
          unit_amount: toAmount(unit),
          category: 'DIGITAL_GOODS',
        })),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          shipping_preference: 'GET_FROM_FILE',
          user_action: 'PAY_NOW',
          return_url: returnUrl,
          cancel_url: cancelUrl,
        },
      },
    },
  };
}

/** Seconds before its end that a token is not used any more. */
const SPARE_S = 60;

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(5000),
  expires_in: z.number().positive().max(10_000_000),
});

/** Adds to each call the token that PayPal gives for id and secret, and gets a new one where it has ended. */
export function createPaypalAccess(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  call: Transport,
): Transport {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  let token: { text: string; until: number } | null = null;

  async function getToken(): Promise<string | Exclude<CallResult, { kind: 'answered' }>> {
    if (token && performance.now() < token.until) return token.text;
    const answer = await call({
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    // Whatever went wrong here, the call it was for has not been made.
    if (answer.kind !== 'answered') return { kind: 'unsent', reason: answer.reason };
    const parsed = answer.status === 200 ? tokenAnswer.safeParse(answer.body) : null;
    if (!parsed?.success) {
      const reason =
        answer.status === 401
          ? 'PayPal does not accept PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.'
          : `PayPal is not responding correctly (${answer.status}).`;
      return { kind: 'unsent', reason };
    }
    const { access_token, expires_in } = parsed.data;
    token = { text: access_token, until: performance.now() + (expires_in - SPARE_S) * 1000 };
    return access_token;
  }

  async function callOnce(what: Call): Promise<CallResult> {
    const text = await getToken();
    if (typeof text !== 'string') return text;
    return call({ ...what, headers: { ...what.headers, authorization: `Bearer ${text}` } });
  }

  return async (what) => {
    const answer = await callOnce(what);
    if (answer.kind !== 'answered' || answer.status !== 401) return answer;
    token = null;
    return callOnce(what);
  };
}
