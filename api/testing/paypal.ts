import { createSign, type KeyObject, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { makeSigningCertificate, signingKeys } from './certificate.ts';
import { startLocalServer } from './local-server.ts';

/** Failures of calls for orders, captures and refunds. */
export const paypalFaults = [
  'refused',
  'reset before',
  'reset after',
  'timeout before',
  'timeout after',
  '429',
  '500 before',
  '500 after',
  'garbage before',
  'garbage after',
] as const;
export type PaypalFault = (typeof paypalFaults)[number];

interface Amount {
  currency_code: string;
  value: string;
}
interface Capture {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  amount: Amount;
}

export interface PaypalOrder {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  /** Our id of the order: custom_id, invoice_id and the request id of its creation. */
  ours: string;
  amount: Amount;
  /** Body of the request that created it. */
  body: Record<string, unknown>;
  /** Results of the next captures; successful if empty. */
  next: ('declined' | 'pending')[];
  captures: Capture[];
  refunds: { id: string; status: 'COMPLETED'; amount: Amount; invoice_id: string }[];
}

interface ReceivedRequest {
  method: string;
  path: string;
  header(name: string): string;
  body: string;
}
interface FakeResponse {
  status: number;
  body: unknown;
}

export interface PaypalEvent {
  headers: Record<string, string>;
  body: string;
}

/** Fake of PayPal that follows the documented API. */
export interface Paypal {
  readonly options: {
    apiUrl: string;
    clientId: string;
    clientSecret: string;
    webhookId: string;
    merchantId: string;
  };
  orders: Map<string, PaypalOrder>;
  /** Method and path of each call, in order. */
  receivedRequests: string[];
  /** Signing certificates with their chains, as PEM, by path. */
  certificates: Map<string, string | ReadableStream>;
  /** Failures of the next calls; null for success. */
  faults: (PaypalFault | null)[];
  /** Approves an order, as the buyer does on PayPal's page. */
  approve(id: string): void;
  /** Sets the final status of a pending capture. */
  decide(id: string, status: 'COMPLETED' | 'DECLINED'): void;
  /** Refunds a part of an order on PayPal's website. */
  refundThere(id: string, value: string): void;
  /** Returns a signed webhook about an order; `change` modifies it after signing. */
  event(kind: string, id: string, change?: (event: PaypalEvent) => void): PaypalEvent;
  /** Replacement for fetch. */
  send: typeof fetch;
}

const json = (status: number, body: unknown): FakeResponse => ({ status, body });
/** Returns PayPal's issue for an invalid amount, or null. */
function findAmountIssue({ currency_code, value }: Amount): string | null {
  if (['KWD', 'ISK', 'INR'].includes(currency_code)) return 'CURRENCY_NOT_SUPPORTED';
  const hasNoDecimals = ['HUF', 'JPY', 'TWD'].includes(currency_code);
  if (hasNoDecimals && !/^\d+$/.test(value)) return 'DECIMALS_NOT_SUPPORTED';
  return hasNoDecimals || /^\d+\.\d{2}$/.test(value) ? null : 'INVALID_PARAMETER_VALUE';
}

const issue = (name: string): FakeResponse =>
  json(422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: name }] });

const sumOf = (refunds: PaypalOrder['refunds']) =>
  refunds.reduce((sum, { amount }) => sum + Number(amount.value), 0);

const CERTIFICATE_PATH = '/certs/cert-0.pem';

/** Creates the fake without a network. @param apiUrl base URL of its API */
export function createPaypalService(apiUrl = 'https://api-m.paypal.example'): Paypal {
  const createdByRequest = new Map<string, FakeResponse>();
  const refundsByRequest = new Map<string, FakeResponse>();
  let count = 0;
  const nextId = (kind: string) => {
    count += 1;
    return `${kind}${String(count).padStart(6, '0')}`;
  };
  const paypal: Paypal = {
    options: {
      apiUrl,
      clientId: 'client',
      clientSecret: 'secret',
      webhookId: 'WH-1',
      merchantId: 'MERCHANT1',
    },
    orders: new Map(),
    receivedRequests: [],
    certificates: new Map([[CERTIFICATE_PATH, makeSigningCertificate()]]),
    faults: [],
    approve(id) {
      const order = get(id);
      if (order.status === 'PAYER_ACTION_REQUIRED') order.status = 'APPROVED';
    },
    decide(id, status) {
      const capture = get(id).captures.find((candidate) => candidate.status === 'PENDING');
      if (capture) capture.status = status;
    },
    refundThere(id, value) {
      addRefund(get(id), value, '');
    },
    event,
    send: send as typeof fetch,
  };

  function get(id: string): PaypalOrder {
    const order = paypal.orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  function addRefund(order: PaypalOrder, value: string, ours: string) {
    const capture = order.captures.find(({ status }) => /COMPLETED|PARTIALLY/.test(status));
    if (!capture) throw new Error('the order has no capture to refund');
    const amount = { currency_code: order.amount.currency_code, value };
    const refund = { id: nextId('REFUND'), status: 'COMPLETED' as const, amount, invoice_id: ours };
    order.refunds.push(refund);
    const refunded = sumOf(order.refunds);
    capture.status =
      refunded + 0.001 < Number(capture.amount.value) ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
    return refund;
  }

  function represent(order: PaypalOrder) {
    return {
      id: order.id,
      intent: 'CAPTURE',
      status: order.status,
      payer: { name: { given_name: 'Ann', surname: 'Able' }, address: { country_code: 'DE' } },
      purchase_units: [
        {
          reference_id: order.ours,
          custom_id: order.ours,
          amount: order.amount,
          payee: { merchant_id: paypal.options.merchantId },
          shipping: {
            name: { full_name: 'Ann Able' },
            address: { address_line_1: 'Lane 1', admin_area_2: 'Town', postal_code: '12345' },
          },
          payments: {
            captures: order.captures.map((capture) => ({ ...capture, custom_id: order.ours })),
            refunds: order.refunds,
          },
        },
      ],
      links: [{ rel: 'payer-action', href: `${apiUrl}/checkoutnow?token=${order.id}` }],
    };
  }

  function create({ header, body }: ReceivedRequest): FakeResponse {
    const request = header('paypal-request-id');
    const earlier = createdByRequest.get(request);
    if (earlier) return earlier;
    const input = JSON.parse(body) as {
      intent: string;
      purchase_units: { custom_id: string; amount: Amount & { breakdown: unknown } }[];
    };
    const [unit] = input.purchase_units;
    if (input.intent !== 'CAPTURE' || !unit) return issue('INVALID_PARAMETER_VALUE');
    const amountIssue = findAmountIssue(unit.amount);
    if (amountIssue) return issue(amountIssue);
    const order: PaypalOrder = {
      id: nextId('ORDER'),
      status: 'PAYER_ACTION_REQUIRED',
      ours: unit.custom_id,
      amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
      body: input as unknown as Record<string, unknown>,
      next: [],
      captures: [],
      refunds: [],
    };
    paypal.orders.set(order.id, order);
    const response = json(201, represent(order));
    createdByRequest.set(request, response);
    return response;
  }

  const capturesByRequest = new Map<string, FakeResponse>();
  function capture(order: PaypalOrder, request: string): FakeResponse {
    const earlier = capturesByRequest.get(request);
    if (earlier) return earlier;
    const response = captureOnce(order);
    // PayPal repeats only final responses.
    if (
      response.status < 300 ||
      (response.body as { details?: [{ issue: string }] }).details?.[0]?.issue ===
        'INSTRUMENT_DECLINED'
    )
      capturesByRequest.set(request, response);
    return response;
  }
  function captureOnce(order: PaypalOrder): FakeResponse {
    if (order.status === 'COMPLETED') return issue('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return issue('ORDER_NOT_APPROVED');
    const result = order.next.shift();
    if (result === 'declined') {
      order.status = 'PAYER_ACTION_REQUIRED';
      return issue('INSTRUMENT_DECLINED');
    }
    order.status = 'COMPLETED';
    const status = result === 'pending' ? 'PENDING' : 'COMPLETED';
    order.captures.push({ id: nextId('MONEY'), status, amount: order.amount });
    return json(201, represent(order));
  }

  function refund(captureId: string, { header, body }: ReceivedRequest): FakeResponse {
    const request = header('paypal-request-id');
    const earlier = refundsByRequest.get(request);
    if (earlier) return earlier;
    const order = [...paypal.orders.values()].find(({ captures }) =>
      captures.some(({ id }) => id === captureId),
    );
    if (!order) return json(404, { name: 'RESOURCE_NOT_FOUND' });
    const input = JSON.parse(body) as { amount: Amount; invoice_id: string };
    if (sumOf(order.refunds) + Number(input.amount.value) > Number(order.amount.value) + 0.001) {
      return issue('REFUND_AMOUNT_EXCEEDED');
    }
    const response = json(201, addRefund(order, input.amount.value, input.invoice_id));
    refundsByRequest.set(request, response);
    return response;
  }

  function handle(request: ReceivedRequest): FakeResponse {
    const { method, path, header } = request;
    if (path === '/v1/oauth2/token') {
      const credentials = `Basic ${Buffer.from('client:secret').toString('base64')}`;
      if (header('authorization') !== credentials) return json(401, { error: 'invalid_client' });
      return json(200, { access_token: 'token', expires_in: 32_400 });
    }
    if (header('authorization') !== 'Bearer token') return json(401, { name: 'AUTH' });
    if (method === 'POST' && path === '/v2/checkout/orders') return create(request);
    const [, captureId] = /^\/v2\/payments\/captures\/(\w+)\/refund$/.exec(path) ?? [];
    if (captureId) return refund(captureId, request);
    const [, id = '', isCapture] = /^\/v2\/checkout\/orders\/(\w+)(\/capture)?$/.exec(path) ?? [];
    const order = paypal.orders.get(id);
    if (!order) return json(404, { name: 'RESOURCE_NOT_FOUND' });
    return isCapture ? capture(order, header('paypal-request-id')) : json(200, represent(order));
  }

  function event(kind: string, id: string, change?: (event: PaypalEvent) => void): PaypalEvent {
    const order = get(id);
    const [latest] = order.captures;
    const relations = {
      custom_id: order.ours,
      supplementary_data: { related_ids: { order_id: id } },
    };
    const isRefund = /REFUNDED|REVERSED/.test(kind);
    const link = { rel: 'up', href: `${apiUrl}/v2/payments/captures/${latest?.id}` };
    const resource = kind.startsWith('CHECKOUT.ORDER')
      ? represent(order)
      : isRefund
        ? { ...order.refunds.at(-1), custom_id: order.ours, links: [link] }
        : { ...latest, ...relations };
    const body = JSON.stringify({ id: `WH-${randomUUID()}`, event_type: kind, resource });
    const signed = signPaypalEvent(body, { apiUrl });
    change?.(signed);
    return signed;
  }

  async function send(target: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const { pathname: path } = new URL(String(target));
    const certificate = paypal.certificates.get(path);
    if (certificate !== undefined) return new Response(certificate);
    const request: ReceivedRequest = {
      method: init.method ?? 'GET',
      path,
      header: (name) => headers.get(name) ?? '',
      body: String(init.body ?? ''),
    };
    paypal.receivedRequests.push(`${request.method} ${path}`);
    const fault = path.startsWith('/v2/') ? (paypal.faults.shift() ?? null) : null;
    if (fault?.endsWith('after')) handle(request);
    switch (fault?.split(' ')[0]) {
      case 'refused':
        throw failure('ECONNREFUSED');
      case 'reset':
        throw failure('ECONNRESET');
      case 'timeout':
        throw new DOMException('timed out', 'TimeoutError');
      case '429':
        return respond(json(429, { name: 'RATE_LIMIT_REACHED' }));
      case '500':
        return respond(json(500, { name: 'INTERNAL_SERVER_ERROR' }));
      case 'garbage':
        return respond({ status: 200, body: '<html>Welcome to the hotel' });
      default:
        return respond(handle(request));
    }
  }
  return paypal;
}

/** Signs the body of a webhook as PayPal does, or with another key. */
export function signPaypalEvent(
  body: string,
  {
    apiUrl,
    webhookId = 'WH-1',
    key = signingKeys.privateKey,
    certificatePath = CERTIFICATE_PATH,
  }: { apiUrl: string; webhookId?: string; key?: KeyObject; certificatePath?: string },
): PaypalEvent {
  const id = randomUUID();
  const time = '2026-01-15T12:00:00Z';
  const signed = [id, time, webhookId, crc32(body)].join('|');
  const signature = createSign('RSA-SHA256').update(signed).sign(key).toString('base64');
  const headers = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': `${apiUrl}${certificatePath}`,
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature,
    'content-type': 'application/json',
  };
  return { headers, body };
}

function failure(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

function respond({ status, body }: FakeResponse): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}

/** Starts the fake on the loopback. */
export async function startPaypal(): Promise<Paypal & { close(): Promise<void> }> {
  let paypal: Paypal | undefined;
  const server = await startLocalServer(async (request, response) => {
    try {
      const body = await buffer(request);
      const fakeResponse = await paypal?.send(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(body.length > 0 && { body: body.toString('utf8') }),
      });
      response.writeHead(fakeResponse?.status ?? 500, { 'content-type': 'application/json' });
      await pipeline(fakeResponse?.body ?? [], response);
    } catch {
      request.socket.destroy();
    }
  });
  paypal = createPaypalService(server.url);
  return Object.assign(paypal, { close: server.close });
}
