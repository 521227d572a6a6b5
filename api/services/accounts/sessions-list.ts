import type { AccountSession } from '#contracts/account.ts';
import type { Queryable } from '../../db/client.ts';
import {
  listOpenSessionsOfUser,
  revokeSessionOfUser,
  revokeSessionsOfUser,
} from '../../db/repositories/sessions.ts';
import { distrustDevices } from '../../db/repositories/trusted-devices.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from './context.ts';
import { deviceNameOf } from './sessions-device-name.ts';

interface Who {
  userId: number;
  /** The session that asks. */
  sessionId: string;
}

/** Where somebody is signed in: this device first, then the one that was used last. */
export function listSessions(query: Queryable, who: Who, now: number): AccountSession[] {
  return listOpenSessionsOfUser(query, who.userId, now)
    .toSorted((one, other) => other.lastUsedAt - one.lastUsedAt)
    .map((session) => ({
      _id: session.id,
      device: deviceNameOf(session.userAgent),
      current: session.id === who.sessionId,
      remembered: session.remember,
      createdAt: new Date(session.createdAt).toISOString(),
      lastUsedAt: new Date(session.lastUsedAt).toISOString(),
    }))
    .toSorted((one, other) => Number(other.current) - Number(one.current));
}

type Context = Pick<AccountContext, 'database' | 'clock'>;

/** Signs one device out. @throws DomainError NOT_FOUND, for those of others too */
export async function endSessionOf(
  { database, clock }: Context,
  userId: number,
  sessionId: string,
): Promise<void> {
  await database.write((transaction) => {
    const ended = revokeSessionOfUser(transaction, { id: sessionId, userId, now: clock() });
    if (!ended) throw new DomainError('NOT_FOUND');
    // It may be lost: whichever it was, the next sign-in shows a second factor again.
    distrustDevices(transaction, userId);
  });
}

/** Signs every device out but the one that asks. */
export async function endOtherSessions({ database, clock }: Context, who: Who): Promise<void> {
  await database.write((transaction) => {
    const { userId, sessionId } = who;
    revokeSessionsOfUser(transaction, userId, 'signed out elsewhere', clock(), sessionId);
    distrustDevices(transaction, userId);
  });
}
