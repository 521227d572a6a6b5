import { z } from 'zod';
import { targetNames } from '#contracts/cross-post.ts';
import { getErrorMessage, type Transport } from '../transport.ts';
import {
  type CrossPostClient,
  type CrossPostOptions,
  classifyResponse,
  fetchAccount,
  type Post,
  ServiceRejectionError,
  ServiceUnavailableError,
} from './service.ts';

/** Maximum characters of the text beside the link, including escapes. */
export const COMMENTARY_MAX = 3000;
/** Scopes of the products "Share on LinkedIn" and "Sign In with LinkedIn". */
const SCOPE = 'openid profile w_member_social';
/** Default lifetime of tokens, in seconds. */
const USUAL_LIFETIME_S = 5_184_000;

const name = targetNames.linkedin;
const userResponse = z
  .object({ sub: z.string().min(1).max(200), name: z.string().max(300).nullish() })
  .transform((user) => ({ id: user.sub, name: user.name || user.sub }));
const tokenResponse = z.object({
  access_token: z.string().min(1).max(4000),
  expires_in: z.int().positive().max(1e9).default(USUAL_LIFETIME_S),
});

export interface LinkedinSignIn {
  authorizeUrl(request: { state: string; redirectUri: string }): string;
  /** Exchanges an authorization code for a token, once. @throws ServiceUnavailableError, ServiceRejectionError */
  exchange(grant: {
    code: string;
    redirectUri: string;
  }): Promise<{ token: string; expiresIn: number }>;
}

/** Creates LinkedIn's sign-in, or null if no app is configured. */
export function createLinkedinSignIn(
  { url, client }: CrossPostOptions['linkedin'],
  call: Transport,
): LinkedinSignIn | null {
  if (client === null) return null;
  const { id, secret } = client;
  return {
    authorizeUrl({ state, redirectUri }) {
      const search = new URLSearchParams({
        response_type: 'code',
        client_id: id,
        redirect_uri: redirectUri,
        state,
        scope: SCOPE,
      });
      // LinkedIn documents %20 for spaces, not a plus sign.
      return `${url}/oauth/v2/authorization?${String(search).replaceAll('+', '%20')}`;
    },
    async exchange({ code, redirectUri }) {
      const response = await call({
        method: 'POST',
        path: '/oauth/v2/accessToken',
        headers: {},
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          client_id: id,
          client_secret: secret,
          redirect_uri: redirectUri,
        }),
      });
      if (response.kind !== 'responded') throw new ServiceUnavailableError(response.reason);
      if (response.status >= 400 && response.status < 500) {
        const message = getErrorMessage(response.body);
        throw new ServiceRejectionError(`${name} refused the sign-in${message && `: ${message}`}`);
      }
      const parsed = response.status === 200 ? tokenResponse.safeParse(response.body) : null;
      if (!parsed?.success)
        throw new ServiceUnavailableError(`${name} is not responding correctly.`);
      return { token: parsed.data.access_token, expiresIn: parsed.data.expires_in };
    },
  };
}

/** Creates the client of LinkedIn, which posts links and cannot find or change posts. */
export function createLinkedin(
  { version }: Pick<CrossPostOptions['linkedin'], 'version'>,
  call: Transport,
): CrossPostClient {
  return {
    target: 'linkedin',
    whoAmI: (secret) =>
      fetchAccount(call, name, {
        path: '/v2/userinfo',
        headers: { authorization: `Bearer ${secret}` },
        shape: userResponse,
      }),
    async post({ id, secret }, post) {
      const response = await call({
        method: 'POST',
        path: '/rest/posts',
        headers: {
          authorization: `Bearer ${secret}`,
          'linkedin-version': version,
          'x-restli-protocol-version': '2.0.0',
        },
        body: createLinkedInBody(id, post),
      });
      if (response.kind !== 'responded') return classifyResponse(response, name);
      const { status, header } = response;
      const urn = header('x-restli-id');
      if (status === 201 && urn && /^urn:li:\w+:[\w-]+$/.test(urn)) return sent(urn);
      // A duplicate: the response names the existing post.
      const duplicate =
        status === 422 && /urn:li:(?:share|ugcPost):\d+/.exec(JSON.stringify(response.body));
      if (duplicate) return sent(duplicate[0]);
      if (status === 426) {
        return {
          status: 'failed',
          reason: `${name} has retired version ${version} of its API. Set LINKEDIN_VERSION to a newer one, then try again.`,
          mayRetry: false,
          retryAfter: null,
        };
      }
      return classifyResponse(response, name);
    },
    changeable: null,
  };
}

const sent = (urn: string) => ({
  status: 'sent' as const,
  id: urn,
  url: `https://www.linkedin.com/feed/update/${urn}/`,
});

function createLinkedInBody(author: string, post: Post) {
  return {
    author: `urn:li:person:${author}`,
    commentary: formatCommentary(post.commentary),
    visibility: 'PUBLIC',
    distribution: {
      feedDistribution: 'MAIN_FEED',
      targetEntities: [],
      thirdPartyDistributionChannels: [],
    },
    content: {
      article: { source: post.canonicalUrl, title: post.title, description: post.description },
    },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
}

/** Escapes text for LinkedIn's little text format, except the # of hashtags; shortens long text between words. */
export function formatCommentary(text: string): string {
  const escaped = [...text.trim()].map((character) =>
    character.replace(/[\\<>~_|[\]*(){}@]/, '\\$&'),
  );
  if (lengthOf(escaped) <= COMMENTARY_MAX) return escaped.join('');
  const retained: string[] = [];
  let length = 1;
  for (const part of escaped) {
    length += part.length;
    if (length > COMMENTARY_MAX) break;
    retained.push(part);
  }
  const space = retained.findLastIndex((part) => /\s/.test(part));
  return `${retained
    .slice(0, space > 0 ? space : retained.length)
    .join('')
    .trimEnd()}…`;
}

const lengthOf = (parts: string[]) => parts.reduce((sum, part) => sum + part.length, 0);
