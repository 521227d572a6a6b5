import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Who is signed in over there. */
export interface OverThere {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

type Mood = 'well' | 'broken' | 'silent' | 'redirecting' | 'garbage' | 'endless';

export interface TestCodeHost {
  /** For CODE_HOST_URL and CODE_HOST_API_URL. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** Who allows the next sign-in. */
  person: OverThere;
  /** What it does when the server asks: null stands for its pages, which always work. */
  mood: Mood;
  /** Paths that were asked for. */
  asked: string[];
  close(): Promise<void>;
}

interface Grant {
  challenge: string;
  redirectUri: string;
  person: OverThere;
}

/**
 * A service that answers as GitHub's documentation says: codes work once, and only with the secret,
 * the address they were made for, and the verifier whose hash came first (RFC 7636).
 */
export async function startCodeHost(): Promise<TestCodeHost> {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, OverThere>();
  const person = ann();
  const host = { clientId: 'client', clientSecret: 'a secret', person, mood: 'well' as Mood };
  const asked: string[] = [];
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

  const moods: Record<Exclude<Mood, 'well'>, (response: ServerResponse) => void> = {
    broken: (response) => json(response, { message: 'Server Error' }, 500),
    silent: (response) => void response.socket?.destroy(),
    redirecting: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    garbage: (response) => json(response, { hello: ['you'] }),
    endless: (response) => response.writeHead(200).end('x'.repeat(300_000)),
  };

  function allow(url: URL, response: ServerResponse): void {
    const {
      client_id,
      redirect_uri = '',
      state = '',
      ...rest
    } = Object.fromEntries(url.searchParams);
    if (client_id !== host.clientId || rest.code_challenge_method !== 'S256') {
      return void response.writeHead(400).end('unknown application');
    }
    const code = randomBytes(10).toString('hex');
    const challenge = rest.code_challenge ?? '';
    grants.set(code, {
      challenge,
      redirectUri: redirect_uri,
      person: structuredClone(host.person),
    });
    const back = new URL(redirect_uri);
    back.search = String(new URLSearchParams({ code, state }));
    response.writeHead(302, { location: back.href }).end();
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const grant = grants.get(form.get('code') ?? '');
    const right =
      grant !== undefined &&
      form.get('client_secret') === host.clientSecret &&
      form.get('redirect_uri') === grant.redirectUri &&
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url') === grant.challenge;
    grants.delete(form.get('code') ?? '');
    if (!right) return void json(response, { error: 'bad_verification_code' });
    const token = randomBytes(10).toString('hex');
    tokens.set(token, grant.person);
    json(response, { access_token: token, scope: 'read:user,user:email', token_type: 'bearer' });
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(url.pathname);
    if (url.pathname === '/login/oauth/authorize') return allow(url, response);
    if (host.mood !== 'well') return moods[host.mood](response);
    if (url.pathname === '/login/oauth/access_token') return exchange(request, response);
    const known = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!known) return void json(response, { message: 'Bad credentials' }, 401);
    const { emails, ...user } = known;
    json(response, url.pathname === '/user' ? user : emails);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(host, {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function ann(): OverThere {
  return {
    id: 583_231,
    login: 'ann',
    name: 'Ann Example',
    emails: [
      { email: 'other@example.org', primary: false, verified: true },
      { email: 'Ann@Example.org', primary: true, verified: true },
    ],
  };
}
