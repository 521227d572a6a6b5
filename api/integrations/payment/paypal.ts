import { z } from 'zod';
import {
  type Call,
  type CallResult,
  createTransport,
  type Send,
  type Transport,
} from '../transport.ts';
import {
  createdOrderBody,
  issueOf,
  orderResponseBody,
  refundResponseBody,
  toPayment,
} from './paypal-responses.ts';
import { createWebhookParser } from './paypal-webhooks.ts';
import type {
  CreatedPayment,
  Payment,
  PaymentOrder,
  PaymentProvider,
  ProviderRefund,
  Sum,
} from './provider.ts';

/** API and credentials of PayPal. The URL has no trailing slash. */
export interface PaypalOptions {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** ID of the webhook in PayPal's dashboard; without it every event is refused. */
  webhookId: string | null;
}

/** Issues after which the buyer can choose another payment method. */
const declined = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'TRANSACTION_REFUSED',
  'CARD_EXPIRED',
]);
const notApproved = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']);
/** Issues of a payment that was captured before; its state is fetched. */
const capturedBefore = new Set(['ORDER_ALREADY_CAPTURED', 'DUPLICATE_INVOICE_ID']);

/** Longest item name that PayPal accepts, in characters. */
const NAME_MAX = 127;

/** Creates a client of PayPal Orders v2. @param send replaces `fetch` in tests */
export function createPaypal(options: PaypalOptions, send: Send = fetch): PaymentProvider {
  const call = addPaypalToken(options, createTransport(options.apiUrl, send));
  const pathOf = (paymentId: string) => `/v2/checkout/orders/${encodeURIComponent(paymentId)}`;

  async function getPayment(paymentId: string): Promise<Payment> {
    const response = await call({ method: 'GET', path: pathOf(paymentId), headers: {} });
    if (response.kind !== 'responded') return { state: 'unknown', reason: response.reason };
    if (response.status === 404)
      return { state: 'ended', reason: 'PayPal no longer knows this payment.' };
    const parsed = response.status === 200 ? orderResponseBody.safeParse(response.body) : null;
    if (parsed?.success && parsed.data.id === paymentId) return toPayment(parsed.data);
    return { state: 'unknown', reason: describeStatus(response.status) };
  }

  async function capture(paymentId: string, requestId: string): Promise<Payment> {
    const response = await call({
      method: 'POST',
      path: `${pathOf(paymentId)}/capture`,
      headers: { 'paypal-request-id': requestId, prefer: 'return=representation' },
      body: {},
    });
    if (response.kind !== 'responded') return { state: 'unknown', reason: response.reason };
    if (response.status === 200 || response.status === 201) {
      const parsed = orderResponseBody.safeParse(response.body);
      if (parsed.success && parsed.data.id === paymentId) {
        const payment = toPayment(parsed.data);
        // The response may omit the capture; the payment itself contains it.
        return payment.state === 'captured' || payment.state === 'pending'
          ? payment
          : getPayment(paymentId);
      }
      return getPayment(paymentId);
    }
    if (response.status === 404)
      return { state: 'ended', reason: 'PayPal no longer knows this payment.' };
    const issue = response.status === 422 ? issueOf(response.body) : null;
    if (issue === null) return { state: 'unknown', reason: describeStatus(response.status) };
    if (capturedBefore.has(issue)) return getPayment(paymentId);
    if (notApproved.has(issue)) return { state: 'waiting' };
    if (declined.has(issue)) return { state: 'declined', reason: `PayPal: ${issue}` };
    return { state: 'ended', reason: `PayPal: ${issue}` };
  }

  return {
    name: 'paypal',
    getPayment,
    capture,
    async createPayment(order): Promise<CreatedPayment> {
      const response = await call({
        method: 'POST',
        path: '/v2/checkout/orders',
        headers: { 'paypal-request-id': order.id, prefer: 'return=representation' },
        body: bodyOf(order),
      });
      if (response.kind === 'unsent') return { status: 'refused', reason: response.reason };
      if (response.kind === 'lost') return { status: 'unknown', reason: response.reason };
      if (response.status === 200 || response.status === 201) {
        const parsed = createdOrderBody.safeParse(response.body);
        if (parsed.success) return { status: 'created', ...parsed.data };
      }
      const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
      const issue = issueOf(response.body);
      const reason = issue === null ? describeStatus(response.status) : `PayPal: ${issue}`;
      return { status: refused ? 'refused' : 'unknown', reason };
    },
    async refund(captureId, { requestId, sum }): Promise<ProviderRefund> {
      const response = await call({
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
        headers: { 'paypal-request-id': requestId, prefer: 'return=representation' },
        body: { amount: toAmount(sum), invoice_id: requestId },
      });
      if (response.kind !== 'responded') return { status: 'unknown', reason: response.reason };
      if (response.status === 200 || response.status === 201) {
        const parsed = refundResponseBody.safeParse(response.body);
        if (!parsed.success) return { status: 'unknown', reason: describeStatus(response.status) };
        const { id, status } = parsed.data;
        if (status !== 'FAILED' && status !== 'CANCELLED') return { status: 'done', id };
        return {
          status: 'refused',
          reason: `PayPal says that the refund has ${status.toLowerCase()}.`,
        };
      }
      const issue = issueOf(response.body);
      const refused = [400, 403, 404, 422].includes(response.status) && issue !== null;
      if (refused) return { status: 'refused', reason: `PayPal: ${issue}` };
      return { status: 'unknown', reason: describeStatus(response.status) };
    },
    parseWebhook: createWebhookParser(options, send),
  };
}

const describeStatus = (status: number) => `PayPal is not responding correctly (${status}).`;
const toAmount = ({ currency, value }: Sum) => ({ currency_code: currency, value });

/** Cuts a name to the length limit without splitting a surrogate pair. */
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

/** Time before its expiry at which a token is renewed, in seconds. */
const SPARE_S = 60;

const tokenBody = z.object({
  access_token: z.string().min(1).max(5000),
  expires_in: z.number().positive().max(10_000_000),
});

/** Adds PayPal's access token to each call and renews it when it has expired. */
export function addPaypalToken(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  call: Transport,
): Transport {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  let token: { text: string; until: number } | null = null;

  async function getToken(): Promise<string | Exclude<CallResult, { kind: 'responded' }>> {
    if (token && performance.now() < token.until) return token.text;
    const response = await call({
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    // The actual call was not sent, whatever the error.
    if (response.kind !== 'responded') return { kind: 'unsent', reason: response.reason };
    const parsed = response.status === 200 ? tokenBody.safeParse(response.body) : null;
    if (!parsed?.success) {
      const reason =
        response.status === 401
          ? 'PayPal does not accept PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.'
          : `PayPal is not responding correctly (${response.status}).`;
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
    const response = await callOnce(what);
    if (response.kind !== 'responded' || response.status !== 401) return response;
    token = null;
    return callOnce(what);
  };
}

/** Returns why PayPal does not accept ID and secret, or null if it does. */
export async function checkPaypalKeys(
  options: Omit<PaypalOptions, 'webhookId'>,
): Promise<string | null> {
  const call = addPaypalToken(options, createTransport(options.apiUrl));
  // Any response will do: without a token, the call is not made.
  const response = await call({ method: 'GET', path: '/v2/checkout/orders/none', headers: {} });
  return response.kind === 'responded' ? null : response.reason;
}
