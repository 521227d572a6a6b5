import { deletePasskey, renamePasskey } from '../../db/repositories/passkeys.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from './context.ts';
import { factorRemoved, ownerForFactor } from './second-factors.ts';

/** @throws DomainError NOT_FOUND, for those of others too */
export async function renameOwnPasskey(
  { database }: AccountContext,
  which: { userId: number; publicId: string },
  name: string,
): Promise<void> {
  const found = await database.write((transaction) => renamePasskey(transaction, which, name));
  if (!found) throw new DomainError('NOT_FOUND');
}

/** @throws DomainError NOT_FOUND, for those of others too */
export async function removePasskey(
  context: AccountContext,
  which: { userId: number; publicId: string },
): Promise<void> {
  await context.database.write((transaction) => {
    const user = ownerForFactor(transaction, which.userId);
    const gone = deletePasskey(transaction, which);
    if (!gone) throw new DomainError('NOT_FOUND');
    factorRemoved(context, transaction, user, `The passkey “${gone.name}” was removed`);
  });
}
