import { z } from 'zod';
import { readBounded } from './transport.ts';

/** Milliseconds that each response may take. */
const TIMEOUT_MS = 10_000;
/** Maximum bytes of a response. */
const RESPONSE_MAX = 200_000;
const USER_AGENT = 'personal-site';

export interface OAuthProviderOptions {
  name: string;
  /** Origin of the authorization page and the token endpoint, without a trailing slash. */
  url: string;
  /** Base URL of the API that returns the user. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

/** User of the OAuth provider. */
export interface OAuthIdentity {
  /** Permanent ID, unlike the login and the name. */
  subject: string;
  login: string;
  name: string;
  /** The main address that the service has seen to be theirs, or null. */
  email: string | null;
}

/** The service did not respond, or not as documented. */
export class OAuthUnavailableError extends Error {}
/** The provider rejected the authorization code: expired, used, or issued to another client. */
export class OAuthRejectedError extends Error {}

export interface OAuthProvider {
  readonly name: string;
  /** Names the service in the database. */
  readonly host: string;
  /** URL of the authorization page. */
  authorizeUrl(request: { state: string; challenge: string; redirectUri: string }): string;
  /**
   * Returns the user of an authorization code. The access token is not stored.
   * @throws OAuthUnavailableError, OAuthRejectedError
   */
  identify(grant: { code: string; verifier: string; redirectUri: string }): Promise<OAuthIdentity>;
}

const tokenResponse = z.union([
  z.object({ access_token: z.string().min(1).max(1000) }),
  z.object({ error: z.string() }),
]);
const userResponse = z.object({
  id: z.union([z.int(), z.string().min(1).max(100)]),
  login: z.string().min(1).max(100),
  name: z.string().max(500).nullish(),
});
const emailsResponse = z.array(
  z.object({ email: z.string().max(500), primary: z.boolean(), verified: z.boolean() }),
);

/**
 * Creates the client for the web flow of GitHub OAuth apps, with state and PKCE. Both hosts come
 * from the configuration, and redirects are not followed.
 */
export function createOAuthProvider(options: OAuthProviderOptions): OAuthProvider {
  const { name, url, apiUrl, clientId, clientSecret } = options;

  async function fetchJson<Result>(
    resourceUrl: string,
    init: RequestInit,
    shape: z.ZodType<Result>,
  ): Promise<Result> {
    let body: unknown;
    try {
      const response = await fetch(resourceUrl, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status === 401 || response.status === 403) throw new OAuthRejectedError();
      if (!response.ok) throw new Error(`responded with ${response.status}`);
      body = JSON.parse((await readBounded(response, RESPONSE_MAX)).toString('utf8'));
    } catch (error) {
      if (error instanceof OAuthRejectedError) throw error;
      throw new OAuthUnavailableError(`${new URL(resourceUrl).host} did not respond`, {
        cause: error,
      });
    }
    const parsed = shape.safeParse(body);
    if (!parsed.success)
      throw new OAuthUnavailableError(`${new URL(resourceUrl).host} sent an unexpected response`);
    return parsed.data;
  }

  return {
    name,
    host: new URL(url).host,
    authorizeUrl({ state, challenge, redirectUri }) {
      const search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      return `${url}/login/oauth/authorize?${search}`;
    },
    async identify({ code, verifier, redirectUri }) {
      const exchanged = await fetchJson(
        `${url}/login/oauth/access_token`,
        {
          method: 'POST',
          headers: { accept: 'application/json', 'user-agent': USER_AGENT },
          body: new URLSearchParams({
            client_id: clientId,
            client_secret: clientSecret,
            code,
            code_verifier: verifier,
            redirect_uri: redirectUri,
          }),
        },
        tokenResponse,
      );
      if ('error' in exchanged) throw new OAuthRejectedError(exchanged.error);
      const init = {
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${exchanged.access_token}`,
          'user-agent': USER_AGENT,
        },
      };
      const user = await fetchJson(`${apiUrl}/user`, init, userResponse);
      const emails = await fetchJson(`${apiUrl}/user/emails`, init, emailsResponse);
      const main = emails.find(({ primary, verified }) => primary && verified)?.email;
      const email = z.email().max(254).toLowerCase().safeParse(main);
      return {
        subject: String(user.id),
        login: user.login,
        name: user.name ?? '',
        email: email.success ? email.data : null,
      };
    },
  };
}
