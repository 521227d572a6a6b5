import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startLocalServer } from './local-server.ts';

/** Failures of a call. */
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

/** Fake of a chat completions API on the loopback. */
export interface GenerationService {
  url: string;
  /** Environment variables of a site that uses the fake. */
  environment: NodeJS.ProcessEnv;
  key: string;
  /** Bodies of the calls, in order. */
  receivedRequests: Record<string, unknown>[];
  /** Chunks of its response. */
  chunks: string[];
  /** Failures of the next calls; further calls succeed. */
  faults: GenerationFault[];
  /** Parameters that its model does not support. */
  rejectedFields: string[];
  /** True if a response pauses after the first chunk until `goOn` is called. */
  pauses: boolean;
  goOn(): void;
  /** Number of calls that the client has closed before the response ended. */
  left: number;
  close(): Promise<void>;
}

/** Reported number of used tokens. */
export const USED_TOKENS = 123;

/** Starts the fake, which accepts only `key`. */
export async function startTextGeneration(): Promise<GenerationService> {
  const paused: (() => void)[] = [];
  const service: Omit<GenerationService, 'url' | 'environment' | 'close'> = {
    key: 'a-secret-key',
    receivedRequests: [],
    chunks: ['Better ', 'words, ', 'in fewer of them.'],
    faults: [],
    rejectedFields: [],
    pauses: false,
    goOn: () => {
      for (const resume of paused.splice(0)) resume();
    },
    left: 0,
  };
  const server = await startLocalServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    service.receivedRequests.push(body);
    const refusal = findRefusal(request, body, service, service.faults[0]);
    const fault = service.faults.shift();
    if (refusal) return send(response, ...refusal);
    response.once('close', () => {
      if (!response.writableFinished) service.left += 1;
    });
    await stream(response, service, fault, (resume) => paused.push(resume));
  });
  const url = `${server.url}/v1`;
  return Object.assign(service, {
    url,
    environment: { TEXT_GENERATION_URL: url, TEXT_GENERATION_KEY: service.key },
    close: server.close,
  });
}

type Refusal = [status: number, error: object, headers?: Record<string, string>];

function findRefusal(
  request: IncomingMessage,
  body: Record<string, unknown>,
  service: Pick<GenerationService, 'key' | 'rejectedFields'>,
  fault: GenerationFault | undefined,
): Refusal | null {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    return [404, { message: 'Unknown request URL' }];
  }
  if (request.headers.authorization !== `Bearer ${service.key}` || fault === '401') {
    return [401, { message: 'Incorrect API key provided: a-se***', code: 'invalid_api_key' }];
  }
  const unsupported = service.rejectedFields.find((name) => name in body);
  if (unsupported) {
    const message = `Unsupported parameter: '${unsupported}' is not supported with this model.`;
    return [400, { message, param: unsupported, code: 'unsupported_parameter' }];
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
  service: Pick<GenerationService, 'chunks' | 'pauses'>,
  fault: GenerationFault | undefined,
  pause: (resume: () => void) => void,
): Promise<void> {
  const sendEvent = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  const sendChunk = (content: string) => sendEvent({ choices: [{ index: 0, delta: { content } }] });
  const finish = (reason: string) =>
    sendEvent({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  const done = () => response.end('data: [DONE]\n\n');
  if (fault === 'silent') return;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  sendEvent({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] });
  if (fault === 'empty') {
    finish('stop');
    done();
    return;
  }
  const [first = '', ...rest] = service.chunks;
  sendChunk(first);
  if (fault === 'silent in the middle') return;
  if (fault === 'malformed') return void response.end('data: {"choices":[{"del\n\n');
  if (fault === 'error in the stream') {
    sendEvent({ error: { message: 'Overloaded', code: 'overloaded' } });
    return void response.end();
  }
  if (fault === 'endless') {
    while (response.writable && sendChunk('word '.repeat(1000))) await new Promise(setImmediate);
    return;
  }
  if (fault === 'cut') {
    // The first chunk arrives before the connection breaks.
    return void response.write(': \n\n', () => setImmediate(() => response.destroy()));
  }
  if (service.pauses) await new Promise<void>(pause);
  for (const content of rest) sendChunk(content);
  finish(fault === 'too long' ? 'length' : 'stop');
  if (fault === 'cut after the finish') return void response.end();
  if (fault !== 'no usage') sendEvent({ choices: [], usage: { total_tokens: USED_TOKENS } });
  done();
}
