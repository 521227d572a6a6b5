import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Mood = 'well' | 'broken' | 'spent' | 'garbage' | 'redirecting' | 'endless';

/** Fakes of the services that panels show: a code host with one user, quotes and jokes. */
export interface PanelServices {
  url: string;
  /** Environment variables of a site that uses the fakes. */
  environment: NodeJS.ProcessEnv;
  mood: Mood;
  /** The only user of the code host, as its API returns it. */
  user: Record<string, unknown>;
  /** Paths of all calls, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts the fakes. The code host follows GitHub's API for users, their repositories and profile pictures. */
export async function startPanelServices(): Promise<PanelServices> {
  const services = {
    mood: 'well' as Mood,
    asked: [] as string[],
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
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    services.asked.push(pathname);
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(services, {
    url,
    environment: {
      CODE_HOST_API_URL: url,
      CODE_HOST_AVATAR_URL: url,
      QUOTES_URL: `${url}/quote`,
      JOKES_URL: `${url}/joke`,
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
