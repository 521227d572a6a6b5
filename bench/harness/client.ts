import { pixelPng } from '../../api/testing/upload-form.ts';
import { owner, type RunningServer, randomIpAddress } from './server.ts';

export interface ApiResponse<Body> {
  status: number;
  body: Body;
}

/** The parts of the response to a saved article that benches use. */
export interface SavedArticle {
  msg: string;
  article: { _id: string; slug: string; title: string; version: number; state: string };
  job: number | null;
}

/** A client that calls the API like the owner's browser, with real cookies and same-origin headers. */
export interface OwnerClient {
  signIn(): Promise<void>;
  /** @throws TypeError if the server is unreachable */
  call<Body = unknown>(method: string, path: string, body?: unknown): Promise<ApiResponse<Body>>;
  /** Like `call`. @throws Error if the status is not 2xx */
  save<Body = SavedArticle>(method: string, path: string, body?: unknown): Promise<Body>;
  /** Uploads an image. @returns the `images` of an article */
  uploadCover(): Promise<{ public_id: string }>;
  headers(path: string): Record<string, string>;
}

interface Checkout {
  provider: string;
  paymentID: string;
}

interface Cookie {
  value: string;
  path: string;
}

/** @param account email and password for `signIn` */
export function createOwnerClient(
  server: Pick<RunningServer, 'origin' | 'siteUrl'>,
  account: { email: string; password: string } = owner,
): OwnerClient {
  const cookies = new Map<string, Cookie>();

  function headers(path: string): Record<string, string> {
    const matching = [...cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    return {
      origin: server.siteUrl,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': randomIpAddress(),
      ...(matching.length > 0 && {
        cookie: matching.map(([name, { value }]) => `${name}=${value}`).join('; '),
      }),
    };
  }

  async function call<Body>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(server.origin + path, {
      method,
      headers: {
        ...headers(path),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) storeCookie(line);
    return { status: response.status, body: (await response.json()) as Body };
  }

  function storeCookie(line: string): void {
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
    async save<Body>(method: string, path: string, body?: unknown) {
      const response = await call<Body>(method, path, body);
      if (response.status < 300) return response.body;
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    },
    async uploadCover() {
      const path = '/api/upload?folder=articles';
      const body = new FormData();
      body.append('file', new Blob([pixelPng], { type: 'image/png' }), 'cover.png');
      const response = await fetch(server.origin + path, {
        method: 'POST',
        headers: headers(path),
        body,
      });
      if (response.status !== 201)
        throw new Error(`upload: ${response.status} ${await response.text()}`);
      const { result } = (await response.json()) as { result: { public_id: string } };
      return { public_id: result.public_id };
    },
  };
}

/** Buys a product. @returns payment id */
export async function buy(client: OwnerClient, product: string): Promise<string> {
  await client.save('POST', '/api/cart', { product, quantity: 1 });
  return checkOut(client);
}

/** Buys the content of the cart. @returns payment id */
export async function checkOut(client: OwnerClient): Promise<string> {
  const consent = { terms: true, immediate: true };
  const { provider, paymentID } = await client.save<Checkout>('POST', '/api/checkout', consent);
  if (provider === 'demo')
    await client.save('POST', `/api/demo-payments/${paymentID}`, { choice: 'approve' });
  await client.save('POST', '/api/payment', { paymentID });
  return paymentID;
}
