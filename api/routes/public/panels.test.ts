import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, callerOf } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { startLocalServer } from '../../testing/local-server.ts';

type Mood = 'well' | 'broken' | 'spent' | 'garbage' | 'redirecting' | 'endless';

/** Fakes of the services that panels show: GitHub with one user, quotes and jokes. */
interface PanelServices {
  url: string;
  /** Environment variables of a site that uses the fakes. */
  environment: NodeJS.ProcessEnv;
  mood: Mood;
  /** The only user of the fake GitHub, as its API returns it. */
  user: Record<string, unknown>;
  /** Paths of all calls, in order. */
  receivedRequests: string[];
  close(): Promise<void>;
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts the fakes. One follows GitHub's API for users, their repositories and profile pictures. */
async function startPanelServices(): Promise<PanelServices> {
  const services = {
    mood: 'well' as Mood,
    receivedRequests: [] as string[],
    user: {
      id: 7,
      login: 'Octavia',
      blog: 'octavia.example.org',
      html_url: 'https://example.org/octavia',
      public_repos: 2,
    } as Record<string, unknown>,
  };
  const repos = [
    { name: 'loom', html_url: 'https://example.org/octavia/loom', language: 'Rust' },
    { name: 'notes', html_url: 'https://example.org/octavia/notes', language: null },
  ];
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const moods: Record<Exclude<Mood, 'well'>, (response: ServerResponse) => void> = {
    broken: (response) => json(response, { message: 'Server Error' }, 500),
    spent: (response) => json(response, { message: 'API rate limit exceeded' }, 403),
    garbage: (response) => response.end('<html>'),
    redirecting: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    endless: (response) => response.writeHead(200).end('x'.repeat(2_000_000)),
  };
  const server = await startLocalServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    services.receivedRequests.push(pathname);
    if (services.mood !== 'well') return moods[services.mood](response);
    switch (pathname) {
      case '/users/octavia':
        return json(response, services.user);
      case '/users/octavia/repos':
        return json(response, repos);
      case '/u/7':
        return response.end(PIXEL);
      case '/quote':
        return json(response, [{ q: 'Measure twice.', a: 'A tailor' }]);
      case '/joke':
        return json(response, { setup: 'Knock, knock.', punchline: 'Nobody.' });
      default:
        return json(response, { message: 'Not Found' }, 404);
    }
  });
  const { url, close } = server;
  return Object.assign(services, {
    url,
    environment: {
      CODE_HOST_API_URL: url,
      CODE_HOST_AVATAR_URL: url,
      QUOTES_URL: `${url}/quote`,
      JOKES_URL: `${url}/joke`,
    },
    close,
  });
}

let services: PanelServices;
let test: TestApp;
let guest: Caller;
beforeEach(async () => {
  services = await startPanelServices();
  const { url } = services;
  const github = { name: 'GitHub', apiUrl: url, avatarUrl: url };
  const panels = { github, quotesUrl: `${url}/quote`, jokesUrl: `${url}/joke` };
  test = await buildTestApp({ config: { panels } });
  guest = callerOf(test.app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
});
afterEach(async () => {
  await test.close();
  await services.close();
});

const lookUp = (name: string) => guest(`GET /api/panels/github/${encodeURIComponent(name)}`);

describe('the panel of GitHub users', () => {
  it('returns a user with repositories and serves the profile picture', async () => {
    const response = await lookUp('Octavia');
    expect(response.json()).toEqual({
      login: 'Octavia',
      avatar: '/api/panels/github/Octavia/avatar',
      link: 'https://example.org/octavia',
      blog: 'octavia.example.org',
      public_repos: 2,
      repos: [
        { name: 'loom', link: 'https://example.org/octavia/loom', language: 'Rust' },
        { name: 'notes', link: 'https://example.org/octavia/notes', language: 'N/A' },
      ],
    });
    const image = await guest(`GET ${response.json().avatar}`);
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png']);
    expect(image.headers['x-content-type-options']).toBe('nosniff');
  });

  it('shares one request and repeats it after ten minutes', async () => {
    await Promise.all([lookUp('octavia'), lookUp('OCTAVIA'), lookUp(' octavia ')]);
    expect(services.receivedRequests).toEqual(['/users/octavia', '/users/octavia/repos']);
    test.clock.advance(10 * 60_000);
    await lookUp('octavia');
    expect(services.receivedRequests).toHaveLength(4);
  });

  it('returns 404 for unknown names and requests nothing else', async () => {
    for (const name of ['nobody', '../user', 'a/b', '-', 'x'.repeat(60), 'ö', '%00']) {
      const response = await lookUp(name);
      expect([name, response.statusCode, response.json().code]).toEqual([name, 404, 'NOT_FOUND']);
    }
    expect(services.receivedRequests).toEqual(['/users/nobody']);
  });

  it('reports failures of the service and recovers', async () => {
    const off = [
      ['broken', 502, 'GitHub is not responding correctly.'],
      ['garbage', 502, 'GitHub is not responding correctly.'],
      ['redirecting', 502, 'GitHub is not responding correctly.'],
      ['endless', 502, 'GitHub is not responding correctly.'],
      ['spent', 429, 'GitHub received too many requests from this site.'],
    ] as const;
    for (const [mood, status, msg] of off) {
      services.mood = mood;
      const response = await lookUp('octavia');
      expect([mood, response.statusCode, response.json().msg]).toEqual([mood, status, msg]);
    }
    services.mood = 'well';
    expect((await lookUp('octavia')).statusCode).toBe(200);
  });

  it('drops unsafe links', async () => {
    services.user.html_url = 'javascript:alert(1)';
    expect((await lookUp('octavia')).json().link).toBeNull();
  });
});

describe('the panel of quotes and jokes', () => {
  it('returns what the services return, and own content while they are unavailable', async () => {
    const quote = async () => (await guest('GET /api/panels/quote')).json();
    const joke = async () => (await guest('GET /api/panels/joke')).json();
    expect(await quote()).toEqual({ text: 'Measure twice.', author: 'A tailor' });
    expect(await joke()).toEqual({ text: 'Knock, knock.', punchline: 'Nobody.' });
    for (const mood of ['broken', 'garbage', 'spent'] as const) {
      services.mood = mood;
      test.clock.advance(60_000);
      expect((await quote()).text).not.toBe('Measure twice.');
      expect((await quote()).author).toMatch(/\w/);
      expect((await joke()).text).not.toBe('Knock, knock.');
    }
  });
});
