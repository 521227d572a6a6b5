import path from 'node:path';
import { openDatabase } from '../db/client.ts';
import { insertCodeHostAccount } from '../db/repositories/sign-in-methods.ts';
import { findUserByEmail } from '../db/repositories/users.ts';

/** Links an OAuth account to a member of a running site, as an attacker with access might do. */
export async function plantLinkedAccount(
  dataFolder: string,
  { email, login }: { email: string; login: string },
): Promise<void> {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  await database.write((transaction) => {
    const user = findUserByEmail(transaction, email);
    if (!user) throw new Error(`${email} has no account`);
    const account = { host: 'hub.example.org', subject: '1', login, linkedAt: Date.now() };
    insertCodeHostAccount(transaction, { ...account, userId: user.id });
  });
  database.close();
}
