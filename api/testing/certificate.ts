import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import tls from 'node:tls';

const SEQUENCE = 0x30;
const SET = 0x31;
const TRUE = Buffer.from('0101ff', 'hex');
const INTEGER = 0x02;
const BITS = 0x03;
const OCTETS = 0x04;
const OBJECT = 0x06;
const TEXT = 0x0c;
const TIME = 0x18;
/** Context-specific tags: certificate version, extensions, a DNS name and a URL. */
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;
const URL_NAME = 0x86;

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 8) size.unshift(rest & 0xff);
  const length = body.length < 0x80 ? [body.length] : [0x80 | size.length, ...size];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const object = (hex: string) => der(OBJECT, Buffer.from(hex, 'hex'));
const sha256WithRsa = der(SEQUENCE, object('2a864886f70d01010b'), Buffer.from('0500', 'hex'));
const distinguishedName = (name: string) =>
  der(SEQUENCE, der(SET, der(SEQUENCE, object('550403'), der(TEXT, Buffer.from(name)))));
const time = (text: string) => der(TIME, Buffer.from(text));
const extension = (id: string, value: Buffer) => der(SEQUENCE, object(id), der(OCTETS, value));
const authorityExtension = extension('551d13', der(SEQUENCE, TRUE));
const dnsName = (name: string) =>
  extension('551d11', der(SEQUENCE, der(DNS_NAME, Buffer.from(name))));
const issuerUrlExtension = (url: string) =>
  extension(
    '2b06010505070101',
    der(SEQUENCE, der(SEQUENCE, object('2b06010505073002'), der(URL_NAME, Buffer.from(url)))),
  );

interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

export interface CertificateOptions {
  /** Subject: a host, or the name of an authority. */
  name: string;
  /** RSA keys of the subject. */
  keys: KeyPair;
  /** Signer; the subject itself if omitted. */
  issuer?: { name: string; keys: KeyPair };
  /** True if the certificate may issue others; otherwise it carries its name as a DNS name. */
  isAuthority?: boolean;
  /** URL of the issuer's certificate. */
  issuerUrl?: string;
  /** Validity as GeneralizedTime. */
  from?: string;
  until?: string;
}

/** Returns an X.509 certificate as PEM. */
export function makeCertificate({
  name,
  keys,
  issuer = { name, keys },
  isAuthority = false,
  issuerUrl,
  from = '20200101000000Z',
  until = '21200101000000Z',
}: CertificateOptions): string {
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    sha256WithRsa,
    distinguishedName(issuer.name),
    der(SEQUENCE, time(from), time(until)),
    distinguishedName(name),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(
      EXTENSIONS,
      der(
        SEQUENCE,
        isAuthority ? authorityExtension : dnsName(name),
        ...(issuerUrl === undefined ? [] : [issuerUrlExtension(issuerUrl)]),
      ),
    ),
  );
  const signature = createSign('RSA-SHA256').update(body).sign(issuer.keys.privateKey);
  const bits = der(BITS, Buffer.from([0]), signature);
  const base64 = der(SEQUENCE, body, sha256WithRsa, bits).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Keys that the PayPal fake signs its webhooks with. */
export const signingKeys = makeKeys();

/** Keys without a certificate of the PayPal fake. */
export const foreignKeys = makeKeys();

const root = { name: 'Test Root', keys: makeKeys() };

const authority = { name: 'Test Authority', keys: makeKeys() };

export const SIGNER = 'messageverificationcerts.paypal.com';

/** Returns an intermediate certificate that the trusted root has issued, as PEM. */
export const makeAuthority = (options: Partial<CertificateOptions> = {}) =>
  makeCertificate({ ...authority, issuer: root, isAuthority: true, ...options });

/** Returns PayPal's signing certificate without its chain, issued by the intermediate, as PEM. */
export const makeSigner = (options: Partial<CertificateOptions> = {}) =>
  makeCertificate({ name: SIGNER, keys: signingKeys, issuer: authority, ...options });

/** Returns PayPal's signing certificate with its chain, as PEM. */
export const makeSigningCertificate = (options: Partial<CertificateOptions> = {}) =>
  makeSigner(options) + makeAuthority();

// This process trusts the root in addition to Node's default authorities.
tls.setDefaultCACertificates([
  ...tls.getCACertificates('default'),
  makeCertificate({ ...root, isAuthority: true }),
]);
