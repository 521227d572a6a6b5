import { DAY_MS } from '#contracts/durations.ts';
import type { Config } from '../../config.ts';
import { type Certificate, readCertificate } from '../../integrations/own-site.ts';
import type { Problem } from './report-problem.ts';

/** Milliseconds before its end from which on a certificate should have been renewed. */
const RENEWAL_MS = 14 * DAY_MS;
/** The same as a share of its lifetime, for certificates that last for days only. */
const RENEWAL_SHARE = 0.25;

/** Returns the certificate of SITE_URL, or null without HTTPS. @throws Error without a connection */
export async function readSiteCertificate({
  siteUrl,
}: Pick<Config, 'siteUrl'>): Promise<Certificate | null> {
  return siteUrl.startsWith('https:') ? readCertificate(siteUrl) : null;
}

/** Returns why visitors are or will soon be warned about a certificate, or null if all is well. */
export function describeCertificate(
  { validFrom, validTo, error }: Certificate,
  now: number,
): string | null {
  const left = validTo - now;
  const day = new Date(validTo).toISOString().slice(0, 10);
  if (left <= 0) return `The certificate expired on ${day}.`;
  if (left < Math.min(RENEWAL_MS, (validTo - validFrom) * RENEWAL_SHARE)) {
    return `The certificate expires on ${day} and was not renewed yet.`;
  }
  return error === null ? null : `Browsers do not accept the certificate (${error}).`;
}

/** Returns the problem with a certificate, or null. */
export function certificateProblem(
  certificate: Certificate | null,
  siteUrl: string,
  now: number,
): Problem | null {
  const found = certificate && describeCertificate(certificate, now);
  if (!found) return null;
  return {
    subject: 'The certificate of your site needs attention',
    title: `The HTTPS certificate of ${new URL(siteUrl).host} needs attention`,
    paragraphs: [found, 'Look at the log of the proxy that renews it, such as Caddy or certbot.'],
    page: { label: 'Open your site', path: '/' },
  };
}
