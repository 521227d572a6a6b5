import { createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Send } from '../crosspost/transport.ts';
import type { EventRead } from './payer.ts';
import { createSignerLookup } from './paypal-certificates.ts';
import { eventAnswer } from './paypal-news.ts';

interface Options {
  apiUrl: string;
  webhookId: string | null;
}

/**
 * Reads PayPal's webhooks and verifies them without a call to PayPal: RSA over transmission id, time, our
 * webhook's id and the CRC of the raw body. The certificate is loaded from PayPal's own hosts alone, and
 * must itself be PayPal's (see createSignerLookup).
 */
export function createEventReader(
  { apiUrl, webhookId }: Options,
  send: Send,
): (header: (name: string) => string, body: Buffer) => Promise<EventRead> {
  const findSigner = createSignerLookup(send);

  return async (header, body) => {
    if (webhookId === null) return { end: 'forged', reason: 'PAYPAL_WEBHOOK_ID is not set.' };
    const address = header('paypal-cert-url');
    if (!isOfPaypal(address, apiUrl)) return { end: 'forged', reason: 'not a host of PayPal' };
    if (header('paypal-auth-algo') !== 'SHA256withRSA') {
      return { end: 'forged', reason: 'another way to sign' };
    }
    const signer = await findSigner(address);
    if (signer.end === 'unavailable') return { end: 'unknown', reason: signer.reason };
    if (signer.end === 'refused') return { end: 'forged', reason: signer.reason };
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
      return { end: 'forged', reason: 'the signature is invalid' };
    }
    const parsed = eventAnswer.safeParse(parseJson(body));
    if (!parsed.success) return { end: 'forged', reason: 'not an event as documented' };
    return { end: 'read', event: parsed.data };
  };
}

/** Whether a certificate lies with PayPal: at the host that is asked for payments, or another of theirs. */
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
