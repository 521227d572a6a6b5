import { generateKeyPairSync } from 'node:crypto';
import tls from 'node:tls';
import { type CertificateOptions, makeCertificate } from './certificate.ts';

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
