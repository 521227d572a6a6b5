import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeAuthority, makeSigner } from '../../testing/certificate.ts';
import { createSignerLookup } from './paypal-webhooks.ts';

const ADDRESS = 'https://api.paypal.com/v1/notifications/certs/CERT-1';

/** Looks up a certificate that PayPal serves without its intermediate. */
async function lookUp(issuerUrl: string) {
  const requestedUrls: string[] = [];
  const find = createSignerLookup(async (input) => {
    requestedUrls.push(String(input));
    return new Response(
      String(input) === ADDRESS
        ? makeSigner({ issuerUrl })
        : new Uint8Array(new X509Certificate(makeAuthority()).raw),
    );
  });
  return { ...(await find(ADDRESS)), requestedUrls };
}

it("loads an intermediate missing from PayPal's file from the authority", async () => {
  const issuer = 'http://cacerts.digicert.com/TestAuthority.crt';
  expect(await lookUp(issuer)).toMatchObject({
    status: 'trusted',
    requestedUrls: [ADDRESS, issuer],
  });
});

it.each([
  'http://127.0.0.1/issuer.crt',
  'http://cacerts.digicert.com.evil.example/issuer.crt',
  'http://cacerts.digicert.com:8080/issuer.crt',
  'file:///etc/passwd',
])('does not load an intermediate from %s', async (issuer) => {
  expect(await lookUp(issuer)).toMatchObject({ status: 'refused', requestedUrls: [ADDRESS] });
});
