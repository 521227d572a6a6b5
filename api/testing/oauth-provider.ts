import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { openDatabase } from '../db/database.ts';
import { insertOAuthAccount } from '../db/repositories/sign-in-methods.ts';
import { findUserByEmail } from '../db/repositories/users.ts';
import { startLocalServer } from './local-server.ts';

/** The user who is signed in at the OAuth provider. */
export interface ProviderUser {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

type Mood = 'well' | 'broken' | 'silent' | 'redirecting' | 'garbage' | 'endless';

export interface TestOAuthProvider {
  /** For CODE_HOST_URL and CODE_HOST_API_URL. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** The user who authorizes the next sign-in. */
  person: ProviderUser;
  /** Response to calls of the server. The authorization page works in every mood. */
  mood: Mood;
  /** Paths of all calls, in order. */
  receivedRequests: string[];
  close(): Promise<void>;
}

interface Grant {
  challenge: string;
  redirectUri: string;
  person: ProviderUser;
}

/**
 * Starts a fake of GitHub's OAuth API. A code works once, and requires the client secret, the redirect URI
 * that it was created for, and the verifier of the code challenge (RFC 7636).
 */
export async function startOAuthProvider(): Promise<TestOAuthProvider> {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, ProviderUser>();
  const person = createAnn();
  const host = { clientId: 'client', clientSecret: 'a secret', person, mood: 'well' as Mood };
  const receivedRequests: string[] = [];
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

  const moods: Record<Exclude<Mood, 'well'>, (response: ServerResponse) => void> = {
    broken: (response) => json(response, { message: 'Server Error' }, 500),
    silent: (response) => void response.socket?.destroy(),
    redirecting: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    garbage: (response) => json(response, { hello: ['you'] }),
    endless: (response) => response.writeHead(200).end('x'.repeat(300_000)),
  };

  function authorize(url: URL, response: ServerResponse): void {
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
    const isValid =
      grant !== undefined &&
      form.get('client_secret') === host.clientSecret &&
      form.get('redirect_uri') === grant.redirectUri &&
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url') === grant.challenge;
    grants.delete(form.get('code') ?? '');
    if (!isValid) return void json(response, { error: 'bad_verification_code' });
    const token = randomBytes(10).toString('hex');
    tokens.set(token, grant.person);
    json(response, { access_token: token, scope: 'read:user,user:email', token_type: 'bearer' });
  }

  const server = await startLocalServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    receivedRequests.push(url.pathname);
    if (url.pathname === '/login/oauth/authorize') return authorize(url, response);
    if (host.mood !== 'well') return moods[host.mood](response);
    if (url.pathname === '/login/oauth/access_token') return exchange(request, response);
    const owner = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!owner) return void json(response, { message: 'Bad credentials' }, 401);
    const { emails, ...user } = owner;
    json(response, url.pathname === '/user' ? user : emails);
  });
  return Object.assign(host, { ...server, receivedRequests });
}

function createAnn(): ProviderUser {
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
    insertOAuthAccount(transaction, { ...account, userId: user.id });
  });
  database.close();
}
