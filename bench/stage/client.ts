import { pixelPng } from '../../api/testing/upload-form.ts';
import { anyAddress, owner, type RunningServer } from './server.ts';

/** What the API answered. */
export interface Answer<Body> {
  status: number;
  body: Body;
}

/** The parts of an answer to a saved article that benches look at. */
export interface SavedArticle {
  msg: string;
  article: { _id: string; slug: string; title: string; version: number; state: string };
  job: number | null;
}

/** The owner's browser, as far as the API can tell: real cookies, same-origin headers. */
export interface OwnerClient {
  signIn(): Promise<void>;
  /** @throws TypeError when the server cannot be reached */
  call<Body = unknown>(method: string, path: string, body?: unknown): Promise<Answer<Body>>;
  /** As `call`. @throws Error when the answer is not 2xx */
  save(method: string, path: string, body?: unknown): Promise<SavedArticle>;
  /** Uploads an image. @returns the `images` of an article */
  uploadCover(): Promise<{ public_id: string }>;
  headers(path: string): Record<string, string>;
}

interface Cookie {
  value: string;
  path: string;
}

/** @param account who signs in */
export function createOwnerClient(
  server: Pick<RunningServer, 'address' | 'siteUrl'>,
  account: { email: string; password: string } = owner,
): OwnerClient {
  const cookies = new Map<string, Cookie>();

  function headers(path: string): Record<string, string> {
    const fitting = [...cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    return {
      origin: server.siteUrl,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': anyAddress(),
      ...(fitting.length > 0 && {
        cookie: fitting.map(([name, { value }]) => `${name}=${value}`).join('; '),
      }),
    };
  }

  async function call<Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    const answer = await fetch(server.address + path, {
      method,
      headers: {
        ...headers(path),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) keep(line);
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  function keep(line: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name === undefined || value === undefined) return;
    cookies.set(name, { value, path: /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/' });
  }

  return {
    call,
    headers,
    async signIn() {
      const { status, body } = await call('POST', '/api/user/login', {
        email: account.email,
        password: account.password,
      });
      if (status !== 200) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`);
    },
    async save(method, path, body) {
      const answer = await call<SavedArticle>(method, path, body);
      if (answer.status < 300) return answer.body;
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    },
    async uploadCover() {
      const path = '/api/upload?folder=articles';
      const body = new FormData();
      body.append('file', new Blob([pixelPng], { type: 'image/png' }), 'cover.png');
      const answer = await fetch(server.address + path, {
        method: 'POST',
        headers: headers(path),
        body,
      });
      if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
      const { result } = (await answer.json()) as { result: { public_id: string } };
      return { public_id: result.public_id };
    },
  };
}
