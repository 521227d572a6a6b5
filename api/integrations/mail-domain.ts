import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 5000;

/** Records in the DNS that mail providers look at. */
export interface MailDomain {
  hasSpf: boolean;
  hasDmarc: boolean;
}

/** Looks up whether a domain that emails come from has SPF and DMARC records. @throws Error */
export async function readMailDomain(domain: string): Promise<MailDomain> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  const has = async (name: string, start: string) => {
    try {
      const records = await resolver.resolveTxt(name);
      return records.some((parts) => parts.join('').toLowerCase().startsWith(start));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENODATA' || code === 'ENOTFOUND') return false;
      throw error;
    }
  };
  return {
    hasSpf: await has(domain, 'v=spf1'),
    hasDmarc: await has(`_dmarc.${domain}`, 'v=dmarc1'),
  };
}
