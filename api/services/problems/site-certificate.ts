import type { Config } from '../../config.ts';
import { type Certificate, readCertificate } from '../../integrations/certificate.ts';

/** Returns the certificate of SITE_URL, or null without HTTPS. @throws Error without a connection */
export async function readSiteCertificate({
  siteUrl,
}: Pick<Config, 'siteUrl'>): Promise<Certificate | null> {
  return siteUrl.startsWith('https:') ? readCertificate(siteUrl) : null;
}
