import { workerData } from 'node:worker_threads';
import { handleRequests } from '../thread-queue.ts';
import { MarkdownError } from './errors.ts';
import type { WorkerRequest, WorkerResponse, WorkerSettings } from './markdown-service.ts';
import { createMarkdownRenderer, type MarkdownRenderer } from './render.ts';
import type { MarkdownRules } from './sanitize-schema.ts';
import { warmUp, warmUpComments } from './warm-up.ts';

// The thread of markdown-service.ts renders one text at a time.

/** Small, because comments are rendered once. */
const COMMENT_CACHE_BYTES = 1_048_576;

const settings = workerData as WorkerSettings;
const renderers: Record<MarkdownRules, MarkdownRenderer> = {
  article: createMarkdownRenderer(settings),
  comment: createMarkdownRenderer({
    ...settings,
    rules: 'comment',
    cacheBytes: COMMENT_CACHE_BYTES,
  }),
};

async function respond({ markdown, images, rules }: WorkerRequest): Promise<WorkerResponse> {
  try {
    return { kind: 'rendered', rendered: await renderers[rules].render(markdown, { images }) };
  } catch (error) {
    const code = error instanceof MarkdownError ? error.code : undefined;
    return { kind: 'refused', code, message: String(error) };
  }
}

await warmUp(renderers.article);
await warmUpComments(renderers.comment);
handleRequests(respond);
