import { z } from 'zod';
import { type ConnectionResponse, targetNames } from '#contracts/cross-post.ts';
import { DomainError } from '../../errors.ts';
import { ServiceRefused } from '../../integrations/crosspost/client.ts';
import type { LinkedinSignIn } from '../../integrations/crosspost/linkedin.ts';
import { issueToken, takeToken } from '../accounts/one-time-tokens.ts';
import { away, keepConnection, readConnection, whoseIs } from './connections.ts';
import type { CrossPostContext } from './context.ts';

const KIND = 'linkedin';
const stateData = z.object({ session: z.string() });

/** Where LinkedIn sends the browser back to, as documented. */
const redirectUriOf = ({ config }: CrossPostContext) => `${config.siteUrl}/admin/blog/new`;

/** Which session of which admin it is about. */
interface Viewer {
  userId: number;
  sessionId: string;
}

function signInOf({ crossPosting }: CrossPostContext): LinkedinSignIn {
  const { linkedinSignIn } = crossPosting;
  if (linkedinSignIn) return linkedinSignIn;
  const msg =
    'Set LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET, and start the server again, to connect LinkedIn.';
  throw new DomainError('STATE_CONFLICT', { msg });
}

/**
 * Sends an admin to LinkedIn. What comes back is heard from the same session alone, once.
 * @throws DomainError STATE_CONFLICT where no app is configured
 */
export async function askLinkedin(context: CrossPostContext, viewer: Viewer): Promise<string> {
  const signIn = signInOf(context);
  const { userId, sessionId: session } = viewer;
  const { token } = await context.database.write((transaction) =>
    issueToken(transaction, { kind: KIND, userId, data: { session }, now: context.clock() }),
  );
  return signIn.authorizeUrl({ state: token, redirectUri: redirectUriOf(context) });
}

/**
 * Hears what the browser brought back, exchanges the code and keeps the token, sealed.
 * @throws DomainError LINK_INVALID, SERVICE_AWAY, STATE_CONFLICT; then nothing is stored
 */
export async function hearLinkedin(
  context: CrossPostContext,
  viewer: Viewer,
  { code, state }: { code: string; state: string },
): Promise<ConnectionResponse> {
  const signIn = signInOf(context);
  const { database, clock } = context;
  const asked = await database.write((transaction) => takeToken(transaction, KIND, state, clock()));
  const begun = stateData.safeParse(asked?.data);
  if (
    !begun.success ||
    begun.data.session !== viewer.sessionId ||
    asked?.userId !== viewer.userId
  ) {
    const msg =
      'This answer of LinkedIn does not belong to a connection that was begun here, or it came too late. Nothing was stored: please connect again.';
    throw new DomainError('LINK_INVALID', { msg });
  }
  try {
    const granted = await signIn.exchange({ code, redirectUri: redirectUriOf(context) });
    const identity = await whoseIs(context, 'linkedin', granted.token);
    const expiresAt = clock() + granted.expiresIn * 1000;
    await keepConnection(context, 'linkedin', { identity, secret: granted.token, expiresAt });
  } catch (error) {
    if (!(error instanceof ServiceRefused)) throw away(error);
    const msg = `${targetNames.linkedin} did not accept the answer that came back. Nothing was stored: please connect again.`;
    throw new DomainError('LINK_INVALID', { msg, cause: error });
  }
  return readConnection(context, 'linkedin');
}
