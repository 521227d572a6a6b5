import type { AccountSession } from '#contracts/account.ts';
import type { Queryable } from '../../db/client.ts';
import {
  listOpenSessionsOfUser,
  revokeSessionOfUser,
  revokeSessionsOfUser,
} from '../../db/repositories/sessions.ts';
import { distrustDevices } from '../../db/repositories/trusted-devices.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { deviceNameOf } from './device-name.ts';

interface Who {
  userId: number;
  /** Session of the caller. */
  sessionId: string;
}

/** Lists the open sessions of a user: the current one first, then by last use. */
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

/** Ends a session of a user. @throws DomainError NOT_FOUND */
export async function endSessionOf(
  { database, clock }: Context,
  userId: number,
  sessionId: string,
): Promise<void> {
  await database.write((transaction) => {
    const ended = revokeSessionOfUser(transaction, { id: sessionId, userId, now: clock() });
    if (!ended) throw new DomainError('NOT_FOUND');
    // The device may be lost, so all devices need a second factor at their next sign-in.
    distrustDevices(transaction, userId);
  });
}

/** Ends all sessions of a user except the current one. */
export async function endOtherSessions({ database, clock }: Context, who: Who): Promise<void> {
  await database.write((transaction) => {
    const { userId, sessionId } = who;
    revokeSessionsOfUser(transaction, userId, 'signed out elsewhere', clock(), sessionId);
    distrustDevices(transaction, userId);
  });
}
