import { createSign, type KeyObject, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { makeSigningCertificate, signingKeys } from './paypal-certificates.ts';

/** What goes wrong with a call about an order, its money or a refund. */
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
interface Money {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  amount: Amount;
}

/** An order over there. */
export interface PaypalOrder {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  /** Ours: custom_id, invoice_id and the request id of its creation. */
  ours: string;
  amount: Amount;
  /** What was asked for. */
  body: Record<string, unknown>;
  /** How the next tries to fetch its money go. */
  next: ('declined' | 'pending')[];
  captures: Money[];
  refunds: { id: string; status: 'COMPLETED'; amount: Amount; invoice_id: string }[];
}

interface Asked {
  method: string;
  path: string;
  header(name: string): string;
  body: string;
}
interface Answered {
  status: number;
  body: unknown;
}

/** A webhook as it would arrive. */
export interface PaypalEvent {
  headers: Record<string, string>;
  body: string;
}

/** PayPal as its documentation says. */
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
  asked: string[];
  /** Signing certificates with their chains, as PEM, by path. */
  certificates: Map<string, string | ReadableStream>;
  /** What happens to the next calls; null is nothing. */
  faults: (PaypalFault | null)[];
  /** The payer agrees on PayPal's page. */
  approve(id: string): void;
  /** What was pending is decided. */
  decide(id: string, status: 'COMPLETED' | 'DECLINED'): void;
  /** Somebody gives money back over there. */
  refundThere(id: string, value: string): void;
  /** A signed webhook about an order; `change` alters it after it was signed. */
  event(kind: string, id: string, change?: (event: PaypalEvent) => void): PaypalEvent;
  /** Stands in for fetch. */
  send: typeof fetch;
}

const json = (status: number, body: unknown): Answered => ({ status, body });
/** What is wrong with an amount, as PayPal sees it. */
function oddityOf({ currency_code, value }: Amount): string | null {
  if (['KWD', 'ISK', 'INR'].includes(currency_code)) return 'CURRENCY_NOT_SUPPORTED';
  const whole = ['HUF', 'JPY', 'TWD'].includes(currency_code);
  if (whole && !/^\d+$/.test(value)) return 'DECIMALS_NOT_SUPPORTED';
  return whole || /^\d+\.\d{2}$/.test(value) ? null : 'INVALID_PARAMETER_VALUE';
}

const issue = (name: string): Answered =>
  json(422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: name }] });

const CERTIFICATE_PATH = '/certs/cert-0.pem';

/** PayPal without a network. @param apiUrl where it is meant to be */
export function createPaypalService(apiUrl = 'https://api-m.paypal.example'): Paypal {
  const made = new Map<string, Answered>();
  const refundsByRequest = new Map<string, Answered>();
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
    asked: [],
    certificates: new Map([[CERTIFICATE_PATH, makeSigningCertificate()]]),
    faults: [],
    approve(id) {
      const order = get(id);
      if (order.status === 'PAYER_ACTION_REQUIRED') order.status = 'APPROVED';
    },
    decide(id, status) {
      const money = get(id).captures.find((one) => one.status === 'PENDING');
      if (money) money.status = status;
    },
    refundThere(id, value) {
      giveBack(get(id), value, '');
    },
    event,
    send: send as typeof fetch,
  };

  function get(id: string): PaypalOrder {
    const order = paypal.orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  function giveBack(order: PaypalOrder, value: string, ours: string) {
    const money = order.captures.find(({ status }) => /COMPLETED|PARTIALLY/.test(status));
    if (!money) throw new Error('no money to give back');
    const amount = { currency_code: order.amount.currency_code, value };
    const refund = { id: nextId('REFUND'), status: 'COMPLETED' as const, amount, invoice_id: ours };
    order.refunds.push(refund);
    const back = order.refunds.reduce((sum, one) => sum + Number(one.amount.value), 0);
    money.status = back + 0.001 < Number(money.amount.value) ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
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
            captures: order.captures.map((money) => ({ ...money, custom_id: order.ours })),
            refunds: order.refunds,
          },
        },
      ],
      links: [{ rel: 'payer-action', href: `${apiUrl}/checkoutnow?token=${order.id}` }],
    };
  }

  function create({ header, body }: Asked): Answered {
    const request = header('paypal-request-id');
    const before = made.get(request);
    if (before) return before;
    const wish = JSON.parse(body) as {
      intent: string;
      purchase_units: { custom_id: string; amount: Amount & { breakdown: unknown } }[];
    };
    const [unit] = wish.purchase_units;
    if (wish.intent !== 'CAPTURE' || !unit) return issue('INVALID_PARAMETER_VALUE');
    const odd = oddityOf(unit.amount);
    if (odd) return issue(odd);
    const order: PaypalOrder = {
      id: nextId('ORDER'),
      status: 'PAYER_ACTION_REQUIRED',
      ours: unit.custom_id,
      amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
      body: wish as unknown as Record<string, unknown>,
      next: [],
      captures: [],
      refunds: [],
    };
    paypal.orders.set(order.id, order);
    const answer = json(201, represent(order));
    made.set(request, answer);
    return answer;
  }

  const captured = new Map<string, Answered>();
  function capture(order: PaypalOrder, request: string): Answered {
    const before = captured.get(request);
    if (before) return before;
    const answer = captureOnce(order);
    // As there, only what was decided is repeated.
    if (
      answer.status < 300 ||
      (answer.body as { details?: [{ issue: string }] }).details?.[0]?.issue ===
        'INSTRUMENT_DECLINED'
    )
      captured.set(request, answer);
    return answer;
  }
  function captureOnce(order: PaypalOrder): Answered {
    if (order.status === 'COMPLETED') return issue('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') return issue('ORDER_NOT_APPROVED');
    const how = order.next.shift();
    if (how === 'declined') {
      order.status = 'PAYER_ACTION_REQUIRED';
      return issue('INSTRUMENT_DECLINED');
    }
    order.status = 'COMPLETED';
    const status = how === 'pending' ? 'PENDING' : 'COMPLETED';
    order.captures.push({ id: nextId('MONEY'), status, amount: order.amount });
    return json(201, represent(order));
  }

  function refund(captureId: string, asked: Asked): Answered {
    const request = asked.header('paypal-request-id');
    const before = refundsByRequest.get(request);
    if (before) return before;
    const order = [...paypal.orders.values()].find(({ captures }) =>
      captures.some(({ id }) => id === captureId),
    );
    if (!order) return json(404, { name: 'RESOURCE_NOT_FOUND' });
    const wish = JSON.parse(asked.body) as { amount: Amount; invoice_id: string };
    const back = order.refunds.reduce((sum, one) => sum + Number(one.amount.value), 0);
    if (back + Number(wish.amount.value) > Number(order.amount.value) + 0.001) {
      return issue('REFUND_AMOUNT_EXCEEDED');
    }
    const answer = json(201, giveBack(order, wish.amount.value, wish.invoice_id));
    refundsByRequest.set(request, answer);
    return answer;
  }

  function answer(asked: Asked): Answered {
    const { method, path } = asked;
    if (path === '/v1/oauth2/token') {
      const right = `Basic ${Buffer.from('client:secret').toString('base64')}`;
      if (asked.header('authorization') !== right) return json(401, { error: 'invalid_client' });
      return json(200, { access_token: 'token', expires_in: 32_400 });
    }
    if (asked.header('authorization') !== 'Bearer token') return json(401, { name: 'AUTH' });
    if (method === 'POST' && path === '/v2/checkout/orders') return create(asked);
    const [, captureId] = /^\/v2\/payments\/captures\/(\w+)\/refund$/.exec(path) ?? [];
    if (captureId) return refund(captureId, asked);
    const [, id = '', act] = /^\/v2\/checkout\/orders\/(\w+)(\/capture)?$/.exec(path) ?? [];
    const order = paypal.orders.get(id);
    if (!order) return json(404, { name: 'RESOURCE_NOT_FOUND' });
    return act ? capture(order, asked.header('paypal-request-id')) : json(200, represent(order));
  }

  function event(kind: string, id: string, change?: (event: PaypalEvent) => void): PaypalEvent {
    const order = get(id);
    const [money] = order.captures;
    const about = { custom_id: order.ours, supplementary_data: { related_ids: { order_id: id } } };
    const isRefund = /REFUNDED|REVERSED/.test(kind);
    const link = { rel: 'up', href: `${apiUrl}/v2/payments/captures/${money?.id}` };
    const resource = kind.startsWith('CHECKOUT.ORDER')
      ? represent(order)
      : isRefund
        ? { ...order.refunds.at(-1), custom_id: order.ours, links: [link] }
        : { ...money, ...about };
    const body = JSON.stringify({ id: `WH-${randomUUID()}`, event_type: kind, resource });
    const signed = signPaypalEvent(body, { apiUrl });
    change?.(signed);
    return signed;
  }

  async function send(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const { pathname: path } = new URL(String(input));
    const certificate = paypal.certificates.get(path);
    if (certificate !== undefined) return new Response(certificate);
    const asked: Asked = {
      method: init.method ?? 'GET',
      path,
      header: (name) => headers.get(name) ?? '',
      body: String(init.body ?? ''),
    };
    paypal.asked.push(`${asked.method} ${path}`);
    const fault = path.startsWith('/v2/') ? (paypal.faults.shift() ?? null) : null;
    if (fault?.endsWith('after')) answer(asked);
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
        return respond(answer(asked));
    }
  }
  return paypal;
}

/** Signs the body of a webhook as PayPal does, or as a stranger with a key of their own. */
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

function respond({ status, body }: Answered): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}

/** PayPal over the loopback. */
export async function startPaypal(): Promise<Paypal & { close(): Promise<void> }> {
  let paypal: Paypal | undefined;
  const server = createServer(async (request, response) => {
    try {
      const body = await buffer(request);
      const answer = await paypal?.send(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(body.length > 0 && { body: body.toString('utf8') }),
      });
      response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' });
      await pipeline(answer?.body ?? [], response);
    } catch {
      request.socket.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  paypal = createPaypalService(`http://127.0.0.1:${port}`);
  return Object.assign(paypal, {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
