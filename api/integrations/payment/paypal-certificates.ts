import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { readBounded } from '../bounded-answer.ts';
import type { Send } from '../crosspost/transport.ts';

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
export type SignerLookup =
  | { status: 'trusted'; certificate: X509Certificate }
  | { status: 'refused'; reason: string }
  /** A certificate could not be downloaded; a later attempt may succeed. */
  | { status: 'unavailable'; reason: string };

class Refused extends Error {}

/**
 * Loads PayPal's signing certificates and checks that they carry PayPal's name, are valid now, and chain
 * to an authority that Node trusts (including NODE_EXTRA_CA_CERTS).
 */
export function createSignerLookup(send: Send): (address: string) => Promise<SignerLookup> {
  const chains = new Map<string, X509Certificate[]>();

  async function download(address: string): Promise<Buffer> {
    const response = await send(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return readBounded(response, BYTES_MAX);
  }

  /** Returns the certificate followed by its issuers, ending with a trusted root. */
  async function loadChain(address: string): Promise<X509Certificate[]> {
    const [signer, ...others] = parseCertificates(await download(address));
    if (!signer || !SIGNERS.some((name) => signer.checkHost(name))) {
      throw new Refused('the certificate does not carry the name of PayPal');
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
    throw new Refused('the certificate does not chain to a trusted root');
  }

  return async (address) => {
    try {
      const chain = chains.get(address) ?? (await loadChain(address));
      const now = new Date();
      if (
        chain.some(({ validFromDate, validToDate }) => now < validFromDate || now > validToDate)
      ) {
        return { status: 'refused', reason: 'a certificate is not valid now' };
      }
      if (chains.size >= CACHE_MAX) chains.clear();
      chains.set(address, chain);
      return { status: 'trusted', certificate: chain[0] as X509Certificate };
    } catch (error) {
      if (error instanceof Refused) return { status: 'refused', reason: error.message };
      return { status: 'unavailable', reason: 'the certificate could not be loaded' };
    }
  };
}

function parseCertificates(pem: Buffer): X509Certificate[] {
  const blocks = pem.toString('latin1').split(END_OF_CERTIFICATE).slice(0, -1);
  try {
    return blocks.map((block) => new X509Certificate(block + END_OF_CERTIFICATE));
  } catch {
    throw new Refused('not a certificate');
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

/** Loads the issuer that a certificate names; it counts only if it has signed the certificate. */
async function loadIssuer(
  certificate: X509Certificate,
  download: (address: string) => Promise<Buffer>,
): Promise<X509Certificate | null> {
  const [, address = ''] = /^CA Issuers - URI:(\S+)$/m.exec(certificate.infoAccess ?? '') ?? [];
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' || url.host !== AUTHORITY_HOST) return null;
  const issuer = new X509Certificate(await download(url.href));
  return isIssuedBy(certificate, issuer) ? issuer : null;
}
