import {
  type ConnectionResponse,
  type CrossPostTarget,
  crossPostTargets,
  type KeyTarget,
  targetNames,
} from '#contracts/cross-post.ts';
import type { Queryable } from '../../db/client.ts';
import {
  type Connection,
  deleteConnection,
  findConnection,
  listConnections,
  saveConnection,
  setRefused,
} from '../../db/repositories/connections.ts';
import { wakeWaitingFor } from '../../db/repositories/cross-posts.ts';
import { DomainError } from '../../errors.ts';
import { type Identity, ServiceAway, ServiceRefused } from '../../integrations/crosspost/client.ts';
import { openAccount, sealSecret, stateOf } from './connection-state.ts';
import type { CrossPostContext } from './context.ts';

const DAY_MS = 86_400_000;

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Where each service stands. */
export function readConnections(context: CrossPostContext): ConnectionResponse[] {
  const rows = new Map(listConnections(context.database.query).map((row) => [row.target, row]));
  return crossPostTargets.map((target) => toResponse(context, target, rows.get(target)));
}

/** Where one service stands. */
export function readConnection(
  context: CrossPostContext,
  target: CrossPostTarget,
): ConnectionResponse {
  return toResponse(context, target, findConnection(context.database.query, target));
}

function toResponse(
  { clock, crossPosting, key }: CrossPostContext,
  target: CrossPostTarget,
  row: Connection | undefined,
): ConnectionResponse {
  const available = target !== 'linkedin' || crossPosting.linkedinSignIn !== null;
  if (!row) {
    const nobody = { name: null, connectedAt: null, expiresAt: null, daysLeft: null };
    return { target, state: 'none', available, ...nobody };
  }
  const { name, connectedAt, expiresAt } = row;
  const left = expiresAt === null ? null : Math.ceil((expiresAt - clock()) / DAY_MS);
  return {
    target,
    // Sealed with a key that is gone, it opens nothing.
    state: openAccount(row, key) === null ? 'refused' : stateOf(row, clock()),
    available,
    name,
    connectedAt: iso(connectedAt),
    expiresAt: iso(expiresAt),
    daysLeft: left === null ? null : Math.max(left, 0),
  };
}

/**
 * Connects a service by a key, which is tried first.
 * @throws DomainError VALIDATION at the field, SERVICE_AWAY
 */
export async function connectByKey(
  context: CrossPostContext,
  target: KeyTarget,
  secret: string,
): Promise<ConnectionResponse> {
  const identity = await whoseIs(context, target, secret).catch((error: unknown) => {
    if (!(error instanceof ServiceRefused)) throw error;
    const msg = `${targetNames[target]} does not accept this key.`;
    throw new DomainError('VALIDATION', { msg, fields: { key: msg }, cause: error });
  });
  await keepConnection(context, target, { identity, secret, expiresAt: null });
  return readConnection(context, target);
}

/** Stores a connection, and gives what waited for it its turn. */
export async function keepConnection(
  { database, clock, key }: CrossPostContext,
  target: CrossPostTarget,
  { identity, secret, expiresAt }: { identity: Identity; secret: string; expiresAt: number | null },
): Promise<void> {
  await database.write((transaction) => {
    const now = clock();
    const { id: account, name } = identity;
    const sealed = sealSecret(key, target, secret);
    saveConnection(transaction, { target, sealed, account, name, connectedAt: now, expiresAt });
    wakeWaitingFor(transaction, target, now);
  });
}

/**
 * Asks a service whether it still accepts what it was given, and notes the answer.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT where it does not, SERVICE_AWAY
 */
export async function testConnection(
  context: CrossPostContext,
  target: CrossPostTarget,
): Promise<ConnectionResponse> {
  const { database, clock, key } = context;
  const row = findConnection(database.query, target);
  if (!row) throw new DomainError('NOT_FOUND', { msg: `${targetNames[target]} is not connected.` });
  const account = openAccount(row, key);
  const refuse = async (cause?: unknown) => {
    await database.write((transaction) => setRefused(transaction, row, clock()));
    const msg = `${targetNames[target]} does not accept the sign-in any more. Please connect it again.`;
    throw new DomainError('STATE_CONFLICT', { msg, cause });
  };
  if (!account) return refuse();
  try {
    await whoseIs(context, target, account.secret);
  } catch (error) {
    if (error instanceof ServiceRefused) return refuse(error);
    throw error;
  }
  await database.write((transaction) => acceptAgain(transaction, row, clock()));
  return readConnection(context, target);
}

function acceptAgain(transaction: Queryable, row: Connection, now: number): void {
  if (row.refusedAt === null) return;
  setRefused(transaction, row, null);
  wakeWaitingFor(transaction, row.target, now);
}

/** Forgets a connection. What waits goes on waiting. @throws DomainError NOT_FOUND */
export async function disconnect(
  context: CrossPostContext,
  target: CrossPostTarget,
): Promise<ConnectionResponse> {
  await context.database.write((transaction) => {
    if (!deleteConnection(transaction, target)) throw new DomainError('NOT_FOUND');
  });
  return readConnection(context, target);
}

/** Whose account a secret opens. @throws DomainError SERVICE_AWAY, ServiceRefused */
export async function whoseIs(
  { crossPosting }: CrossPostContext,
  target: CrossPostTarget,
  secret: string,
): Promise<Identity> {
  try {
    return await crossPosting.clients[target].whoAmI(secret);
  } catch (error) {
    throw away(error);
  }
}

/** A failure of a service as one that the caller may know about. */
export function away(error: unknown): unknown {
  if (!(error instanceof ServiceAway)) return error;
  return new DomainError('SERVICE_AWAY', {
    msg: `${error.message} Nothing was changed: please try again in a moment.`,
    cause: error,
  });
}
