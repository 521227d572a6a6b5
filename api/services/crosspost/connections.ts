import { z } from 'zod';
import {
  type ConnectionResponse,
  type CrossPostTarget,
  crossPostTargets,
  type KeyTarget,
  targetNames,
} from '#contracts/cross-post.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import {
  type Connection,
  deleteConnection,
  findConnection,
  listConnections,
  listEndingConnections,
  saveConnection,
  updateRefusedAt,
  updateRemindedAt,
  wakeWaitingFor,
} from '../../db/repositories/cross-posts.ts';
import { listAdmins } from '../../db/repositories/users.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { createDevTo } from '../../integrations/crosspost/dev-to.ts';
import {
  createLinkedin,
  createLinkedinSignIn,
  type LinkedinSignIn,
} from '../../integrations/crosspost/linkedin.ts';
import { createMedium } from '../../integrations/crosspost/medium.ts';
import {
  type Account,
  type CrossPostClients,
  type CrossPostOptions,
  type Identity,
  ServiceRejectionError,
  ServiceUnavailableError,
} from '../../integrations/crosspost/service.ts';
import { createTransport, type Send } from '../../integrations/transport.ts';
import { decryptBytes, encryptBytes, openKeyring } from '../keyring.ts';
import { notify } from '../notifications/notify.ts';
import { consumeToken, issueToken } from '../one-time-tokens.ts';
import { reportProblem } from '../problems/report-problem.ts';

/** Time before the expiry of a connection at which admins are notified, in milliseconds. */
const REMINDER_WINDOW_MS = 7 * DAY_MS;

export interface CrossPosting {
  clients: CrossPostClients;
  /** Null if no LinkedIn app is configured. */
  linkedinSignIn: LinkedinSignIn | null;
}

export interface CrossPostContext extends Pick<AppContext, 'config' | 'database' | 'clock'> {
  crossPosting: CrossPosting;
  /** Encrypts keys and tokens of other services. */
  key: Buffer;
}

const ownerOf = (target: string) => `connection:${target}`;

export function getConnections(context: CrossPostContext): ConnectionResponse[] {
  const rows = new Map(listConnections(context.database.query).map((row) => [row.target, row]));
  return crossPostTargets.map((target) => toConnectionResponse(context, target, rows.get(target)));
}

function getConnection(context: CrossPostContext, target: CrossPostTarget): ConnectionResponse {
  return toConnectionResponse(context, target, findConnection(context.database.query, target));
}

function toConnectionResponse(
  { clock, crossPosting, key }: CrossPostContext,
  target: CrossPostTarget,
  row: Connection | undefined,
): ConnectionResponse {
  const available = target !== 'linkedin' || crossPosting.linkedinSignIn !== null;
  if (!row) {
    const noAccount = { name: null, connectedAt: null, expiresAt: null, daysLeft: null };
    return { target, state: 'none', available, ...noAccount };
  }
  const { name, connectedAt, expiresAt } = row;
  const daysLeft = expiresAt === null ? null : Math.ceil((expiresAt - clock()) / DAY_MS);
  return {
    target,
    // A secret that cannot be decrypted is useless.
    state: decryptAccount(row, key) === null ? 'refused' : getConnectionState(row, clock()),
    available,
    name,
    connectedAt: iso(connectedAt),
    expiresAt: iso(expiresAt),
    daysLeft: daysLeft === null ? null : Math.max(daysLeft, 0),
  };
}

/** Connects a service with an API key after testing it. @throws DomainError VALIDATION at the field, SERVICE_UNAVAILABLE */
export async function connectByKey(
  context: CrossPostContext,
  target: KeyTarget,
  secret: string,
): Promise<ConnectionResponse> {
  const identity = await fetchIdentity(context, target, secret).catch((error: unknown) => {
    if (!(error instanceof ServiceRejectionError)) throw error;
    const msg = `${targetNames[target]} rejected this key.`;
    throw fieldError('key', msg, { cause: error });
  });
  await storeConnection(context, target, { identity, secret, expiresAt: null });
  return getConnection(context, target);
}

/** Stores a connection and continues the posts that wait for it. */
export async function storeConnection(
  { database, clock, key }: CrossPostContext,
  target: CrossPostTarget,
  { identity, secret, expiresAt }: { identity: Identity; secret: string; expiresAt: number | null },
): Promise<void> {
  await database.write((transaction) => {
    const now = clock();
    const { id: account, name } = identity;
    const encrypted = encryptSecret(key, target, secret);
    saveConnection(transaction, { target, encrypted, account, name, connectedAt: now, expiresAt });
    wakeWaitingFor(transaction, target, now);
  });
}

/**
 * Tests if a service still accepts the stored key and stores the result.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT if it does not, SERVICE_UNAVAILABLE
 */
export async function testConnection(
  context: CrossPostContext,
  target: CrossPostTarget,
): Promise<ConnectionResponse> {
  const { database, clock, key } = context;
  const row = findConnection(database.query, target);
  if (!row) throw new DomainError('NOT_FOUND', { msg: `${targetNames[target]} is not connected.` });
  const account = decryptAccount(row, key);
  const reject = async (cause?: unknown) => {
    await database.write((transaction) => updateRefusedAt(transaction, row, clock()));
    const msg = `${targetNames[target]} no longer accepts the connection. Please reconnect.`;
    throw new DomainError('STATE_CONFLICT', { msg, cause });
  };
  if (!account) return reject();
  try {
    await fetchIdentity(context, target, account.secret);
  } catch (error) {
    if (error instanceof ServiceRejectionError) return reject(error);
    throw error;
  }
  await database.write((transaction) => clearRefusal(transaction, row, clock()));
  return getConnection(context, target);
}

function clearRefusal(transaction: Queryable, row: Connection, now: number): void {
  if (row.refusedAt === null) return;
  updateRefusedAt(transaction, row, null);
  wakeWaitingFor(transaction, row.target, now);
}

/** Deletes a connection; scheduled posts keep waiting. @throws DomainError NOT_FOUND */
export async function disconnect(
  context: CrossPostContext,
  target: CrossPostTarget,
): Promise<ConnectionResponse> {
  await context.database.write((transaction) => {
    if (!deleteConnection(transaction, target)) throw new DomainError('NOT_FOUND');
  });
  return getConnection(context, target);
}

/** Fetches the account of a secret. @throws DomainError SERVICE_UNAVAILABLE, ServiceRejectionError */
async function fetchIdentity(
  { crossPosting }: CrossPostContext,
  target: CrossPostTarget,
  secret: string,
): Promise<Identity> {
  try {
    return await crossPosting.clients[target].whoAmI(secret);
  } catch (error) {
    throw toDomainError(error);
  }
}

/** Converts failures of a service to errors for the caller. */
function toDomainError(error: unknown): unknown {
  if (!(error instanceof ServiceUnavailableError)) return error;
  return new DomainError('SERVICE_UNAVAILABLE', {
    msg: `${error.message} Nothing was changed. Please try again in a moment.`,
    cause: error,
  });
}

export function getConnectionState(
  { expiresAt, refusedAt }: Pick<Connection, 'expiresAt' | 'refusedAt'>,
  now: number,
): ConnectionResponse['state'] {
  if (refusedAt !== null) return 'refused';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'connected';
}

function encryptSecret(key: Buffer, target: string, secret: string): Buffer {
  return encryptBytes(key, ownerOf(target), Buffer.from(secret));
}

/** Returns the account of a connection, or null if its secret cannot be decrypted, such as without the old key. */
export function decryptAccount(
  { target, encrypted, account }: Pick<Connection, 'target' | 'encrypted' | 'account'>,
  key: Buffer,
): Account | null {
  try {
    return { id: account, secret: decryptBytes(key, ownerOf(target), encrypted).toString() };
  } catch {
    return null;
  }
}

/** Creates the clients of the configured services. @param send replaces the network in tests */
export function createCrossPosting(options: CrossPostOptions, send?: Send): CrossPosting {
  const { dev, medium, linkedin } = options;
  return {
    clients: {
      dev: createDevTo(createTransport(dev.url, send)),
      medium: createMedium(createTransport(medium.apiUrl, send)),
      linkedin: createLinkedin(linkedin, createTransport(linkedin.apiUrl, send)),
    },
    linkedinSignIn: createLinkedinSignIn(linkedin, createTransport(linkedin.url, send)),
  };
}

export function createCrossPostContext({
  config,
  database,
  clock,
}: Pick<AppContext, 'config' | 'database' | 'clock'>): CrossPostContext {
  return {
    config,
    database,
    clock,
    crossPosting: createCrossPosting(config.crossPosts),
    key: openKeyring(config.dataFolder)('cross-posts'),
  };
}

/** Notifies admins once of each connection that expires within a week. @returns the number of connections */
export async function sendExpiryReminders(
  context: Pick<CrossPostContext, 'config' | 'database' | 'clock'>,
): Promise<number> {
  const { database, clock } = context;
  if (listEndingConnections(database.query, clock() + REMINDER_WINDOW_MS).length === 0) return 0;
  return database.write((transaction) => {
    const now = clock();
    const ending = listEndingConnections(transaction, now + REMINDER_WINDOW_MS);
    const titles: string[] = [];
    for (const { target, expiresAt } of ending) {
      const over = (expiresAt ?? 0) <= now;
      const day = new Date(expiresAt ?? 0).toISOString().slice(0, 10);
      const title = over
        ? `Your ${targetNames[target]} connection has expired: please reconnect`
        : `Your ${targetNames[target]} connection expires on ${day}: please renew it`;
      titles.push(title);
      for (const { id: userId } of listAdmins(transaction)) {
        notify(transaction, context, {
          userId,
          kind: 'security',
          title,
          path: '/admin/connections',
          subjectKey: `connection:${target}:${expiresAt}`,
        });
      }
      updateRemindedAt(transaction, target, now);
    }
    reportConnections(context, transaction, titles);
    return ending.length;
  });
}

function reportConnections(
  context: Parameters<typeof sendExpiryReminders>[0],
  transaction: Queryable,
  titles: string[],
): void {
  if (titles.length === 0) return;
  reportProblem(context, transaction, 'connection', {
    subject: 'A connection expires soon',
    title: 'Renew the connection to keep cross-posting',
    paragraphs: titles.map((title) => `${title}.`),
    page: { label: 'See the connections', path: '/admin/connections' },
  });
}

const KIND = 'linkedin';
const stateData = z.object({ session: z.string() });

/** Returns the documented redirect URI for LinkedIn. */
const getRedirectUri = ({ config }: CrossPostContext) => `${config.siteUrl}/admin/blog/new`;

interface Viewer {
  userId: number;
  sessionId: string;
}

function getSignIn({ crossPosting }: CrossPostContext): LinkedinSignIn {
  const { linkedinSignIn } = crossPosting;
  if (linkedinSignIn) return linkedinSignIn;
  const msg =
    'Set LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET, and start the server again, to connect LinkedIn.';
  throw new DomainError('STATE_CONFLICT', { msg });
}

/**
 * Returns the URL of LinkedIn's sign-in; only the same session can complete it, once.
 * @throws DomainError STATE_CONFLICT if no LinkedIn app is configured
 */
export async function startLinkedinSignIn(
  context: CrossPostContext,
  viewer: Viewer,
): Promise<string> {
  const signIn = getSignIn(context);
  const { userId, sessionId: session } = viewer;
  const { token } = await context.database.write((transaction) =>
    issueToken(transaction, { kind: KIND, userId, data: { session }, now: context.clock() }),
  );
  return signIn.authorizeUrl({ state: token, redirectUri: getRedirectUri(context) });
}

/**
 * Exchanges the authorization code and stores the encrypted token.
 * @throws DomainError LINK_INVALID, SERVICE_UNAVAILABLE, STATE_CONFLICT; then nothing is stored
 */
export async function handleLinkedinCallback(
  context: CrossPostContext,
  viewer: Viewer,
  { code, state }: { code: string; state: string },
): Promise<ConnectionResponse> {
  const signIn = getSignIn(context);
  const { database, clock } = context;
  const pending = await database.write((transaction) =>
    consumeToken(transaction, KIND, state, clock()),
  );
  const started = stateData.safeParse(pending?.data);
  if (
    !started.success ||
    started.data.session !== viewer.sessionId ||
    pending?.userId !== viewer.userId
  ) {
    const msg =
      'This LinkedIn authorization was not started here or has expired. Nothing was saved: please connect again.';
    throw new DomainError('LINK_INVALID', { msg });
  }
  try {
    const granted = await signIn.exchange({ code, redirectUri: getRedirectUri(context) });
    const identity = await fetchIdentity(context, 'linkedin', granted.token);
    const expiresAt = clock() + granted.expiresIn * 1000;
    await storeConnection(context, 'linkedin', { identity, secret: granted.token, expiresAt });
  } catch (error) {
    if (!(error instanceof ServiceRejectionError)) throw toDomainError(error);
    const msg = `${targetNames.linkedin} rejected the authorization. Nothing was saved: please connect again.`;
    throw new DomainError('LINK_INVALID', { msg, cause: error });
  }
  return getConnection(context, 'linkedin');
}
