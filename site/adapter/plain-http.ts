/**
 * As much of Request and Response as rendering needs. Node's own register their streams and signals
 * for finalization, which keeps each page's memory until a full collection, and copy its bytes
 * three times; no byte of a published page crosses a network. The server bundle gets these two in
 * place of the globals, see publisher-adapter.ts.
 */
export class PlainRequest {
  readonly method = 'GET';
  readonly headers = new Headers();
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }
}

export class PlainResponse {
  readonly body: Uint8Array | null;
  readonly headers: Headers;
  readonly status: number;
  readonly statusText: string;

  constructor(body: Uint8Array | null, init: ResponseInit = {}) {
    this.body = body;
    this.headers = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
    this.status = init.status ?? 200;
    this.statusText = init.statusText ?? '';
  }

  async bytes(): Promise<Uint8Array> {
    return this.body ?? new Uint8Array();
  }
}
