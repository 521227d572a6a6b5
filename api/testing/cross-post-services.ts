import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { CrossPostTarget } from '#contracts/cross-post.ts';
import { startLocalServer } from './local-server.ts';

/** Failures of a call that posts, at any of the services. */
export const faults = [
  'refused',
  'reset before acceptance',
  'reset after acceptance',
  'timeout before acceptance',
  'timeout after acceptance',
  'arrives late',
  '401',
  '426',
  '429',
  '500 before acceptance',
  '500 after acceptance',
  'garbage before acceptance',
  'garbage after acceptance',
  'draft',
] as const;
export type Fault = (typeof faults)[number];

/** A post that a service has accepted. */
export interface Accepted {
  target: CrossPostTarget;
  id: string;
  /** Canonical URL of the post. */
  canonical: string;
  published: boolean;
  /** Body of the request. */
  body: Record<string, unknown>;
}

interface ReceivedRequest {
  method: string;
  url: URL;
  header(name: string): string;
  body: string;
}
interface FakeResponse {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Fakes of LinkedIn, dev.to and Medium that follow the documented APIs, at one URL. */
export interface CrossPostServices {
  accepted: Accepted[];
  /** Method and path of each call, in order. */
  receivedRequests: string[];
  /** Failures of the next calls that post or change something; null for success. */
  faults: (Fault | null)[];
  /** Valid keys and tokens of each service. */
  secrets: { dev: string; medium: string; linkedin: Set<string> };
  /** The version of LinkedIn's API that is active. */
  version: string;
  /** True if dev.to refuses a second article with the same canonical URL. */
  rejectsDuplicates: boolean;
  /** Delivers the calls that had the fault `arrives late`. */
  arrive(): void;
  /** Replacement for fetch. */
  send: typeof fetch;
}

const json = (status: number, body: unknown, headers = {}): FakeResponse => ({
  status,
  body,
  headers,
});
const unauthorized = json(401, { message: 'Invalid access token', status: 401 });

/** Creates the fakes without a network. */
export function createCrossPostServices(): CrossPostServices {
  const codes = new Map<string, string>();
  let postCount = 0;
  const latePosts: (() => void)[] = [];
  const services: Omit<CrossPostServices, 'send' | 'arrive'> = {
    accepted: [],
    receivedRequests: [],
    faults: [],
    secrets: { dev: 'dev-key', medium: 'medium-token', linkedin: new Set(['linkedin-token']) },
    version: '202607',
    rejectsDuplicates: true,
  };
  const postsOf = (target: CrossPostTarget) =>
    services.accepted.filter((post) => post.target === target);

  function accept(target: CrossPostTarget, canonical: string, body: Accepted['body']): Accepted {
    postCount += 1;
    const id = target === 'linkedin' ? `urn:li:share:${6_000_000 + postCount}` : String(postCount);
    const post = { target, id, canonical, published: true, body };
    services.accepted.push(post);
    return post;
  }

  const toDevArticle = ({ id, canonical, published }: Accepted) => ({
    type_of: 'article',
    id: Number(id),
    slug: `article-${id}`,
    url: `https://dev.to/ann/article-${id}`,
    canonical_url: canonical,
    published,
  });

  function devTo(
    { method, url, header, body }: ReceivedRequest,
    fault: Fault | null,
  ): FakeResponse {
    if (header('api-key') !== services.secrets.dev) {
      return json(401, { error: 'unauthorized', status: 401 });
    }
    if (!header('accept').includes('application/vnd.forem.api-v1+json') || !header('user-agent')) {
      return json(403, { error: 'Forbidden Bots', status: 403 });
    }
    if (url.pathname === '/api/users/me') return json(200, { id: 7, username: 'ann', name: 'Ann' });
    if (url.pathname === '/api/articles/me/all') return json(200, postsOf('dev').map(toDevArticle));
    const { article } = JSON.parse(body) as { article: Record<string, unknown> };
    if (/^(---|\+\+\+)\n/.test(String(article.body_markdown))) {
      return json(422, { error: 'Front matter overrides the fields', status: 422 });
    }
    const tags = article.tags as string[];
    if (tags.length > 4 || tags.some((tag) => !/^[a-z0-9]+$/i.test(tag))) {
      return json(422, { error: 'Validation failed: Tag', status: 422 });
    }
    const canonical = String(article.canonical_url);
    if (method === 'PUT') {
      const post = postsOf('dev').find(({ id }) => url.pathname === `/api/articles/${id}`);
      if (!post) return json(404, { error: 'not found', status: 404 });
      Object.assign(post, { body: article, published: fault !== 'draft', canonical });
      return json(200, toDevArticle(post));
    }
    if (services.rejectsDuplicates && postsOf('dev').some((post) => post.canonical === canonical)) {
      return json(422, {
        error: 'Validation failed: Canonical url has already been taken',
        status: 422,
      });
    }
    const post = accept('dev', canonical, article);
    post.published = fault !== 'draft';
    return json(201, toDevArticle(post));
  }

  function medium({ url, header, body }: ReceivedRequest): FakeResponse {
    if (header('authorization') !== `Bearer ${services.secrets.medium}`) {
      return json(401, { errors: [{ message: 'Token was invalid.', code: 6003 }] });
    }
    if (url.pathname === '/v1/me') {
      return json(200, { data: { id: 'm1', username: 'ann', name: 'Ann' } });
    }
    if (url.pathname !== '/v1/users/m1/posts') return json(404, {});
    const post = JSON.parse(body) as Record<string, unknown>;
    if (post.contentFormat !== 'markdown' || post.publishStatus !== 'public') {
      return json(400, { errors: [{ message: 'Invalid format', code: 2002 }] });
    }
    const { id } = accept('medium', String(post.canonicalUrl), post);
    return json(201, { data: { id, url: `https://medium.com/@ann/${id}` } });
  }

  function linkedin({ url, header, body }: ReceivedRequest): FakeResponse {
    if (url.pathname === '/oauth/v2/authorization') {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      const code = randomBytes(8).toString('hex');
      codes.set(code, back.href);
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      return { status: 302, headers: { location: back.href }, body: {} };
    }
    if (url.pathname === '/oauth/v2/accessToken') {
      const form = new URLSearchParams(body);
      const redirect = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const isValid =
        form.get('grant_type') === 'authorization_code' &&
        form.get('client_id') === 'app' &&
        form.get('client_secret') === 'app secret' &&
        redirect !== undefined &&
        form.get('redirect_uri') === redirect;
      if (!isValid) {
        return json(400, { error: 'invalid_request', error_description: 'code is not valid' });
      }
      const token = randomBytes(20).toString('hex');
      services.secrets.linkedin.add(token);
      return json(200, { access_token: token, expires_in: 5_184_000, scope: 'openid,profile' });
    }
    const token = header('authorization').replace(/^Bearer /, '');
    if (!services.secrets.linkedin.has(token)) return unauthorized;
    if (url.pathname === '/v2/userinfo') return json(200, { sub: 'AbC1', name: 'Ann Example' });
    if (header('x-restli-protocol-version') !== '2.0.0') return json(400, { message: 'protocol' });
    if (header('linkedin-version') !== services.version) {
      return json(426, { message: 'Requested version is not active', status: 426 });
    }
    const post = JSON.parse(body) as {
      author: string;
      content: { article: { source: string } };
    } & Record<string, unknown>;
    if (post.author !== 'urn:li:person:AbC1') return json(403, { message: 'author' });
    const { id } = accept('linkedin', post.content.article.source, post);
    return { status: 201, headers: { 'x-restli-id': id }, body: null };
  }

  function handle(request: ReceivedRequest, fault: Fault | null): FakeResponse {
    const { pathname } = request.url;
    if (pathname.startsWith('/api/')) return devTo(request, fault);
    return pathname.startsWith('/v1/') ? medium(request) : linkedin(request);
  }

  const send = async (input: string | URL | Request, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const request: ReceivedRequest = {
      method: init.method ?? 'GET',
      url: new URL(String(input)),
      header: (name) => headers.get(name) ?? '',
      body: String(init.body ?? ''),
    };
    services.receivedRequests.push(`${request.method} ${request.url.pathname}`);
    const postingPaths = /^\/(api\/articles$|api\/articles\/\d+$|rest\/posts|v1\/users\/)/;
    const fault = postingPaths.test(request.url.pathname)
      ? (services.faults.shift() ?? null)
      : null;
    switch (fault) {
      case 'refused':
        throw failure('ECONNREFUSED');
      case 'reset before acceptance':
        throw failure('ECONNRESET');
      case 'reset after acceptance':
        handle(request, null);
        throw failure('ECONNRESET');
      case 'timeout before acceptance':
        throw timeout();
      case 'timeout after acceptance':
        handle(request, null);
        throw timeout();
      case 'arrives late':
        latePosts.push(() => handle(request, null));
        throw timeout();
      case '401':
        return respond(unauthorized);
      case '426':
        return respond(json(426, { message: 'Requested version is not active' }));
      case '429':
        return respond(json(429, { error: 'Rate limit reached' }, { 'retry-after': '300' }));
      case '500 before acceptance':
        return respond(json(500, { error: 'Internal' }));
      case '500 after acceptance':
        handle(request, null);
        return respond(json(500, { error: 'Internal' }));
      case 'garbage before acceptance':
        return respond({ status: 200, body: '<html>Welcome to the hotel' });
      case 'garbage after acceptance':
        handle(request, null);
        return respond({ status: 201, body: '{"half":' });
      default:
        return respond(handle(request, fault));
    }
  };

  return Object.assign(services, {
    send: send as typeof fetch,
    arrive() {
      for (const deliver of latePosts.splice(0)) deliver();
    },
  });
}

const failure = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
const timeout = () => new DOMException('The operation timed out', 'TimeoutError');

function respond({ status, headers = {}, body }: FakeResponse): Response {
  const sent = body === null ? null : typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(sent, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Starts the fakes on the loopback, where failed calls close the connection. */
export async function startCrossPostServices(): Promise<
  CrossPostServices & { url: string; environment: NodeJS.ProcessEnv; close(): Promise<void> }
> {
  const services = createCrossPostServices();
  const server = await startLocalServer(async (request, response) => {
    const body = await text(request);
    const url = `http://${request.headers.host}${request.url}`;
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    try {
      const result = await services.send(url, {
        method: request.method ?? 'GET',
        headers,
        ...(body !== '' && { body }),
      });
      response.writeHead(result.status, Object.fromEntries(result.headers));
      response.end(await result.text());
    } catch {
      request.socket.destroy();
    }
  });
  const { url, close } = server;
  return Object.assign(services, {
    url,
    environment: {
      DEV_TO_URL: url,
      MEDIUM_API_URL: url,
      LINKEDIN_URL: url,
      LINKEDIN_API_URL: url,
      LINKEDIN_CLIENT_ID: 'app',
      LINKEDIN_CLIENT_SECRET: 'app secret',
      LINKEDIN_VERSION: '202607',
    },
    close,
  });
}
