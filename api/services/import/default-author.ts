import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { ensurePlaceholderOwner, findFirstAdmin } from '../../db/repositories/owner.ts';
import { createPublicId } from '../articles/public-id.ts';

/** Email address that no one can register. */
const OWNER_EMAIL = 'owner@localhost';
const profile = z.object({ name: z.string().trim().min(1).max(100) });

/**
 * Returns the row id of the default author: the first admin, or a placeholder with the profile's
 * name that cannot sign in.
 */
export async function findDefaultAuthor(
  context: Pick<AppContext, 'database' | 'clock'>,
  contentFolder: string,
): Promise<number> {
  const admin = findFirstAdmin(context.database.query);
  if (admin !== null) return admin;
  const name = readProfileName(path.join(contentFolder, 'profile', 'profile.json'));
  const owner = { publicId: createPublicId(), email: OWNER_EMAIL, name, now: context.clock() };
  return context.database.write((query) => ensurePlaceholderOwner(query, owner));
}

function readProfileName(file: string): string {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The build reports missing or invalid profiles; the placeholder does not need the name.
    return 'Site owner';
  }
  return profile.safeParse(json).data?.name ?? 'Site owner';
}
