import { generateKeyPairSync } from 'node:crypto';
import tls from 'node:tls';
import { type CertificateOptions, makeCertificate } from './certificate.ts';

const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Keys that the stand-in of PayPal signs its webhooks with. */
export const signingKeys = makeKeys();
/** Keys that no certificate of the stand-in belongs to. */
export const foreignKeys = makeKeys();

const root = { name: 'Test Root', keys: makeKeys() };
const authority = { name: 'Test Authority', keys: makeKeys() };
export const SIGNER = 'messageverificationcerts.paypal.com';

/** Intermediate certificate that the trusted root has issued, as PEM. */
export const makeAuthority = (options: Partial<CertificateOptions> = {}) =>
  makeCertificate({ ...authority, issuer: root, isAuthority: true, ...options });

/** PayPal's signing certificate alone, issued by the intermediate, as PEM. */
export const makeSigner = (options: Partial<CertificateOptions> = {}) =>
  makeCertificate({ name: SIGNER, keys: signingKeys, issuer: authority, ...options });

/** PayPal's signing certificate with its chain, as PEM. */
export const makeSigningCertificate = (options: Partial<CertificateOptions> = {}) =>
  makeSigner(options) + makeAuthority();

// Trusted by this process, in addition to the authorities that Node brings.
tls.setDefaultCACertificates([
  ...tls.getCACertificates('default'),
  makeCertificate({ ...root, isAuthority: true }),
]);
