import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CrossPostTarget } from '#contracts/cross-post.ts';

/** What goes wrong with a call that posts, at any of the services. */
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

/** What a service has accepted. */
export interface Accepted {
  target: CrossPostTarget;
  id: string;
  /** The canonical address it was given. */
  canonical: string;
  published: boolean;
  /** What was sent, as the service documents it. */
  body: Record<string, unknown>;
}

interface Asked {
  method: string;
  url: URL;
  header(name: string): string;
  body: string;
}
interface Answered {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** LinkedIn, dev.to and Medium as their documentation says, at one address. */
export interface CrossPostServices {
  accepted: Accepted[];
  /** Method and path of each call, in order. */
  asked: string[];
  /** What happens to the next calls that post or change something; null is nothing. */
  faults: (Fault | null)[];
  /** What opens each account now. */
  secrets: { dev: string; medium: string; linkedin: Set<string> };
  /** The version of LinkedIn's interface that works. */
  version: string;
  /** Whether dev.to refuses a second article with a canonical address. */
  refusesDuplicates: boolean;
  /** Calls that are under way over there and arrive when this is called. */
  arrive(): void;
  /** Stands in for fetch. */
  send: typeof fetch;
}

const json = (status: number, body: unknown, headers = {}): Answered => ({ status, body, headers });
const unauthorized = json(401, { message: 'Invalid access token', status: 401 });

/** The services without a network. */
export function createCrossPostServices(): CrossPostServices {
  const codes = new Map<string, string>();
  let made = 0;
  const late: (() => void)[] = [];
  const services: Omit<CrossPostServices, 'send' | 'arrive'> = {
    accepted: [],
    asked: [],
    faults: [],
    secrets: { dev: 'dev-key', medium: 'medium-token', linkedin: new Set(['linkedin-token']) },
    version: '202607',
    refusesDuplicates: true,
  };
  const own = (target: CrossPostTarget) => services.accepted.filter((one) => one.target === target);

  function accept(target: CrossPostTarget, canonical: string, body: Accepted['body']): Accepted {
    made += 1;
    const id = target === 'linkedin' ? `urn:li:share:${6_000_000 + made}` : String(made);
    const one = { target, id, canonical, published: true, body };
    services.accepted.push(one);
    return one;
  }

  const devAnswer = ({ id, canonical, published }: Accepted) => ({
    type_of: 'article',
    id: Number(id),
    slug: `article-${id}`,
    url: `https://dev.to/ann/article-${id}`,
    canonical_url: canonical,
    published,
  });

  function devTo({ method, url, header, body }: Asked, fault: Fault | null): Answered {
    if (header('api-key') !== services.secrets.dev) {
      return json(401, { error: 'unauthorized', status: 401 });
    }
    if (!header('accept').includes('application/vnd.forem.api-v1+json') || !header('user-agent')) {
      return json(403, { error: 'Forbidden Bots', status: 403 });
    }
    if (url.pathname === '/api/users/me') return json(200, { id: 7, username: 'ann', name: 'Ann' });
    if (url.pathname === '/api/articles/me/all') return json(200, own('dev').map(devAnswer));
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
      const one = own('dev').find(({ id }) => url.pathname === `/api/articles/${id}`);
      if (!one) return json(404, { error: 'not found', status: 404 });
      Object.assign(one, { body: article, published: fault !== 'draft', canonical });
      return json(200, devAnswer(one));
    }
    if (services.refusesDuplicates && own('dev').some((one) => one.canonical === canonical)) {
      return json(422, {
        error: 'Validation failed: Canonical url has already been taken',
        status: 422,
      });
    }
    const one = accept('dev', canonical, article);
    one.published = fault !== 'draft';
    return json(201, devAnswer(one));
  }

  function medium({ url, header, body }: Asked): Answered {
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

  function linkedin(asked: Asked): Answered {
    const { url, header, body } = asked;
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
      const right =
        form.get('grant_type') === 'authorization_code' &&
        form.get('client_id') === 'app' &&
        form.get('client_secret') === 'app secret' &&
        redirect !== undefined &&
        form.get('redirect_uri') === redirect;
      if (!right) {
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

  function answer(asked: Asked, fault: Fault | null): Answered {
    const { pathname } = asked.url;
    if (pathname.startsWith('/api/')) return devTo(asked, fault);
    return pathname.startsWith('/v1/') ? medium(asked) : linkedin(asked);
  }

  const send = async (input: string | URL | Request, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const asked: Asked = {
      method: init.method ?? 'GET',
      url: new URL(String(input)),
      header: (name) => headers.get(name) ?? '',
      body: String(init.body ?? ''),
    };
    services.asked.push(`${asked.method} ${asked.url.pathname}`);
    const posts = /^\/(api\/articles$|api\/articles\/\d+$|rest\/posts|v1\/users\/)/;
    const fault = posts.test(asked.url.pathname) ? (services.faults.shift() ?? null) : null;
    switch (fault) {
      case 'refused':
        throw failure('ECONNREFUSED');
      case 'reset before acceptance':
        throw failure('ECONNRESET');
      case 'reset after acceptance':
        answer(asked, null);
        throw failure('ECONNRESET');
      case 'timeout before acceptance':
        throw timeout();
      case 'timeout after acceptance':
        answer(asked, null);
        throw timeout();
      case 'arrives late':
        late.push(() => answer(asked, null));
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
        answer(asked, null);
        return respond(json(500, { error: 'Internal' }));
      case 'garbage before acceptance':
        return respond({ status: 200, body: '<html>Welcome to the hotel' });
      case 'garbage after acceptance':
        answer(asked, null);
        return respond({ status: 201, body: '{"half":' });
      default:
        return respond(answer(asked, fault));
    }
  };

  return Object.assign(services, {
    send: send as typeof fetch,
    arrive() {
      for (const one of late.splice(0)) one();
    },
  });
}

const failure = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
const timeout = () => new DOMException('The operation timed out', 'TimeoutError');

function respond({ status, headers = {}, body }: Answered): Response {
  const sent = body === null ? null : typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(sent, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** The same over the loopback: an answer that breaks off does so as on a line. */
export async function startCrossPostServices(): Promise<
  CrossPostServices & { url: string; environment: NodeJS.ProcessEnv; close(): Promise<void> }
> {
  const services = createCrossPostServices();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const url = `http://${request.headers.host}${request.url}`;
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    try {
      const answer = await services.send(url, {
        method: request.method ?? 'GET',
        headers,
        ...(body !== '' && { body }),
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    } catch {
      request.socket.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
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
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
