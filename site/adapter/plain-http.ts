/**
 * The parts of Request and Response that rendering needs. Node's own classes register their streams and
 * signals for finalization, which retains the memory of each page until a full garbage collection, and copy
 * its bytes three times; published pages never cross a network. The server bundle uses these two instead of
 * the globals, see publisher-adapter.ts.
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
