import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Send } from '../crosspost/transport.ts';
import type { EventRead } from './payer.ts';
import { eventAnswer } from './paypal-news.ts';

/** Milliseconds that PayPal may take to hand out a certificate. */
const PATIENCE_MS = 10_000;
/** Bytes of a certificate with its chain. */
const CERTIFICATE_MAX = 100_000;
/** Certificates that are kept; PayPal uses one or two at a time. */
const KEPT_MAX = 8;

interface Options {
  apiUrl: string;
  webhookId: string | null;
}

/**
 * Reads PayPal's webhooks and checks them without asking PayPal: RSA over transmission id, time, our
 * webhook's id and the CRC of the raw body. The certificate comes from PayPal's own host alone, whoever
 * says where it is.
 */
export function createEventReader(
  { apiUrl, webhookId }: Options,
  send: Send,
): (header: (name: string) => string, body: Buffer) => Promise<EventRead> {
  const certificates = new Map<string, X509Certificate>();

  async function getCertificate(address: string): Promise<X509Certificate | 'away'> {
    const known = certificates.get(address);
    if (known) return known;
    try {
      const response = await send(address, {
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const pem = response.ok ? await response.text() : '';
      if (pem === '' || pem.length > CERTIFICATE_MAX) return 'away';
      const certificate = new X509Certificate(pem);
      if (certificates.size >= KEPT_MAX) certificates.clear();
      certificates.set(address, certificate);
      return certificate;
    } catch {
      return 'away';
    }
  }

  return async (header, body) => {
    if (webhookId === null) return { end: 'forged', reason: 'PAYPAL_WEBHOOK_ID is not set.' };
    const address = header('paypal-cert-url');
    if (!isOfPaypal(address, apiUrl)) return { end: 'forged', reason: 'not a host of PayPal' };
    if (header('paypal-auth-algo') !== 'SHA256withRSA') {
      return { end: 'forged', reason: 'another way to sign' };
    }
    const certificate = await getCertificate(address);
    if (certificate === 'away') return { end: 'unknown', reason: 'no certificate from PayPal' };
    const now = Date.now();
    if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo)) {
      return { end: 'forged', reason: 'the certificate has ended' };
    }
    const signed = [
      header('paypal-transmission-id'),
      header('paypal-transmission-time'),
      webhookId,
      crc32(body),
    ].join('|');
    const signature = Buffer.from(header('paypal-transmission-sig'), 'base64');
    if (!createVerify('RSA-SHA256').update(signed).verify(certificate.publicKey, signature)) {
      return { end: 'forged', reason: 'the signature is not right' };
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
