import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  failedJobsResponse,
  type JobProgress,
  jobResponse,
  releaseListResponse,
} from '#contracts/job.ts';
import type { AppContext } from '../../context.ts';
import { readFailedPublishings, readJob, readReleases, retryJob } from '../../services/outbox.ts';

/** Milliseconds between signs of life on an idle stream; proxies cut silent ones after a minute. */
const HEARTBEAT_MS = 20_000;
/**
 * Milliseconds a stream lasts. The browser connects again by itself and has to show a valid session
 * then, so that nobody goes on listening for long after signing out.
 */
const STREAM_MS = 15 * 60_000;

const jobParams = z.strictObject({ id: z.coerce.number().int().positive() });

/** What the outbox is doing: one job, all progress as it happens, and the releases. */
export const adminJobRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/jobs/:id',
    {
      schema: {
        params: jobParams,
        response: { 200: jobResponse, 404: errorResponse },
      },
    },
    async (request) => readJob(context, request.params.id),
  );

  app.get('/api/jobs/failed', { schema: { response: { 200: failedJobsResponse } } }, async () => ({
    jobs: readFailedPublishings(context),
  }));

  app.post(
    '/api/jobs/:id/retry',
    { schema: { params: jobParams, response: { 200: jobResponse } } },
    async (request) => retryJob(context, request.params.id),
  );

  app.get('/api/releases', { schema: { response: { 200: releaseListResponse } } }, async () => ({
    releases: readReleases(context),
  }));

  const streams = new Set<() => void>();
  app.get('/api/events', { schema: { hide: true } }, (request, reply) => {
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      // A kept-alive connection that has just become idle would hold up the end of the process.
      connection: 'close',
    });
    stream.write('retry: 1000\n\n');
    const send = (progress: JobProgress) =>
      stream.write(`event: job\ndata: ${JSON.stringify(progress)}\n\n`);
    const unsubscribe = context.publisher.subscribe(send);
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS);
    const limit = setTimeout(() => end(), STREAM_MS);
    const end = () => {
      clearInterval(heartbeat);
      clearTimeout(limit);
      unsubscribe();
      streams.delete(end);
      stream.end();
    };
    streams.add(end);
    request.raw.once('close', end);
  });
  // An open stream would hold up the end of the process for ever.
  app.addHook('preClose', async () => {
    for (const end of streams) end();
  });
};
