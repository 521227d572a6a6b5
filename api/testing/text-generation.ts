import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What goes wrong with a call. */
export type GenerationFault =
  | 'silent'
  | 'silent in the middle'
  | 'cut'
  | 'cut after the finish'
  | 'malformed'
  | 'error in the stream'
  | 'too long'
  | 'endless'
  | 'empty'
  | 'no usage'
  | 'redirect'
  | '401'
  | '404 model'
  | '429'
  | '429 quota'
  | '400'
  | '500';

/** A service as documented for chat completions, over the loopback. */
export interface GenerationService {
  url: string;
  /** What a site is started with to ask it. */
  environment: NodeJS.ProcessEnv;
  key: string;
  /** Bodies of the calls, in order. */
  asked: Record<string, unknown>[];
  /** What it answers, piece by piece. */
  pieces: string[];
  /** What happens to the next calls; afterwards all goes well. */
  faults: GenerationFault[];
  /** Parameters that its model does not take. */
  refuses: string[];
  /** Set: an answer waits in the middle until `goOn` is called. */
  pauses: boolean;
  goOn(): void;
  /** Calls that the other side has ended before they were answered. */
  left: number;
  close(): Promise<void>;
}

/** Tokens that it says it has used. */
export const USED_TOKENS = 123;

/** Starts one that answers `key` alone. */
export async function startTextGeneration(): Promise<GenerationService> {
  const waiting: (() => void)[] = [];
  const service: Omit<GenerationService, 'url' | 'environment' | 'close'> = {
    key: 'a-secret-key',
    asked: [],
    pieces: ['Better ', 'words, ', 'in fewer of them.'],
    faults: [],
    refuses: [],
    pauses: false,
    goOn: () => {
      for (const go of waiting.splice(0)) go();
    },
    left: 0,
  };
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    service.asked.push(body);
    const refusal = refusalOf(request, body, service, service.faults[0]);
    const fault = service.faults.shift();
    if (refusal) return send(response, ...refusal);
    response.once('close', () => {
      if (!response.writableFinished) service.left += 1;
    });
    await stream(response, service, fault, (go) => waiting.push(go));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return Object.assign(service, {
    url,
    environment: { TEXT_GENERATION_URL: url, TEXT_GENERATION_KEY: service.key },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

type Refusal = [status: number, error: object, headers?: Record<string, string>];

function refusalOf(
  request: IncomingMessage,
  body: Record<string, unknown>,
  service: Pick<GenerationService, 'key' | 'refuses'>,
  fault: GenerationFault | undefined,
): Refusal | null {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    return [404, { message: 'Unknown request URL' }];
  }
  if (request.headers.authorization !== `Bearer ${service.key}` || fault === '401') {
    return [401, { message: 'Incorrect API key provided: a-se***', code: 'invalid_api_key' }];
  }
  const unwanted = service.refuses.find((name) => name in body);
  if (unwanted) {
    const message = `Unsupported parameter: '${unwanted}' is not supported with this model.`;
    return [400, { message, param: unwanted, code: 'unsupported_parameter' }];
  }
  switch (fault) {
    case '400':
      return [400, { message: 'This is\nno good.', param: 'messages' }];
    case '404 model':
      return [404, { message: 'The model does not exist', code: 'model_not_found' }];
    case '429':
      return [429, { message: 'Rate limit reached', code: 'rate_limit' }, { 'retry-after': '20' }];
    case '429 quota':
      return [429, { message: 'You exceeded your quota', code: 'insufficient_quota' }];
    case '500':
      return [500, { message: 'The server had an error' }];
    case 'redirect':
      return [302, {}, { location: 'http://127.0.0.1:9/' }];
    default:
      return null;
  }
}

function send(response: ServerResponse, ...[status, error, headers = {}]: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error }));
}

async function stream(
  response: ServerResponse,
  service: Pick<GenerationService, 'pieces' | 'pauses'>,
  fault: GenerationFault | undefined,
  wait: (go: () => void) => void,
): Promise<void> {
  const say = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  const piece = (content: string) => say({ choices: [{ index: 0, delta: { content } }] });
  const finish = (reason: string) =>
    say({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  const done = () => response.end('data: [DONE]\n\n');
  if (fault === 'silent') return;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  say({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] });
  if (fault === 'empty') {
    finish('stop');
    done();
    return;
  }
  const [first = '', ...rest] = service.pieces;
  piece(first);
  if (fault === 'silent in the middle') return;
  if (fault === 'malformed') return void response.end('data: {"choices":[{"del\n\n');
  if (fault === 'error in the stream') {
    say({ error: { message: 'Overloaded', code: 'overloaded' } });
    return void response.end();
  }
  if (fault === 'endless') {
    while (response.writable && piece('word '.repeat(1000))) await new Promise(setImmediate);
    return;
  }
  if (fault === 'cut') {
    // What was said so far arrives, and then the line is dead.
    return void response.write(': \n\n', () => setImmediate(() => response.destroy()));
  }
  if (service.pauses) await new Promise<void>(wait);
  for (const text of rest) piece(text);
  finish(fault === 'too long' ? 'length' : 'stop');
  if (fault === 'cut after the finish') return void response.end();
  if (fault !== 'no usage') say({ choices: [], usage: { total_tokens: USED_TOKENS } });
  done();
}
