import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { ensurePlaceholderOwner, findFirstAdmin } from '../../db/repositories/owner.ts';
import { createPublicId } from '../articles/public-id.ts';

/** Not an address anybody can register or receive mail at. */
const OWNER_EMAIL = 'owner@localhost';
const profile = z.object({ name: z.string().trim().min(1).max(100) });

/**
 * Row id of whom imported articles belong to: the first admin, or, before there is one, a
 * placeholder who has the name of the profile and cannot sign in.
 */
export async function findOwner(
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
    // A profile that is missing or broken fails the build, with its reason; a name is not worth it.
    return 'Site owner';
  }
  return profile.safeParse(json).data?.name ?? 'Site owner';
}
