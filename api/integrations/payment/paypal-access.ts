import { z } from 'zod';
import {
  type Call,
  type CallResult,
  createTransport,
  type Send,
  type Transport,
} from '../crosspost/transport.ts';

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

/** Returns why PayPal does not accept ID and secret, or null if it does. */
export async function checkPaypalKeys(
  options: { apiUrl: string; clientId: string; clientSecret: string },
  send: Send = fetch,
): Promise<string | null> {
  const call = createPaypalAccess(options, createTransport(options.apiUrl, send));
  // Any answer will do: without a token, the call is not made.
  const answer = await call({ method: 'GET', path: '/v2/checkout/orders/none', headers: {} });
  return answer.kind === 'answered' ? null : answer.reason;
}
