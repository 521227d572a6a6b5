import { z } from 'zod';
import { type ConnectionResponse, targetNames } from '#contracts/cross-post.ts';
import { DomainError } from '../../errors.ts';
import type { LinkedinSignIn } from '../../integrations/crosspost/linkedin.ts';
import { ServiceRefused } from '../../integrations/crosspost/service.ts';
import { consumeToken, issueToken } from '../one-time-tokens.ts';
import {
  type CrossPostContext,
  fetchIdentity,
  getConnection,
  storeConnection,
  toDomainError,
} from './connections.ts';

const KIND = 'linkedin';
const stateData = z.object({ session: z.string() });

/** Returns the documented redirect URI for LinkedIn. */
const getRedirectUri = ({ config }: CrossPostContext) => `${config.siteUrl}/admin/blog/new`;

/** Session of an admin. */
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
 * @throws DomainError LINK_INVALID, SERVICE_AWAY, STATE_CONFLICT; then nothing is stored
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
    if (!(error instanceof ServiceRefused)) throw toDomainError(error);
    const msg = `${targetNames.linkedin} rejected the authorization. Nothing was saved: please connect again.`;
    throw new DomainError('LINK_INVALID', { msg, cause: error });
  }
  return getConnection(context, 'linkedin');
}
