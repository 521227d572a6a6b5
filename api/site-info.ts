import { readFileSync } from 'node:fs';
import { z } from 'zod';

const profile = z.object({ name: z.string().min(1), tagline: z.string().default('') });

/**
 * Reads the name and the description of the site from content/profile/profile.json.
 * @throws Error with the name of the file if it is missing or invalid
 */
function readSiteInfo(): { name: string; description: string } {
  const file = new URL('../content/profile/profile.json', import.meta.url);
  const parsed = profile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) {
    throw new Error(`content/profile/profile.json: ${z.prettifyError(parsed.error)}`);
  }
  return { name: parsed.data.name, description: parsed.data.tagline };
}

export const siteInfo = readSiteInfo();
