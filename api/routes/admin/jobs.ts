import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import { failedJobsResponse, jobResponse, releaseListResponse } from '#contracts/job.ts';
import { outboxQuery, outboxResponse } from '#contracts/outbox.ts';
import type { AppContext } from '../../context.ts';
import {
  readFailedJobs,
  readJob,
  readOutbox,
  readReleases,
  retryJob,
  stopJob,
} from '../../services/outbox.ts';

const jobParams = z.strictObject({ id: z.coerce.number().int().positive() });

/** Routes of publish jobs and releases. */
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

  app.get('/api/jobs/failed', { schema: { response: { 200: failedJobsResponse } } }, async () =>
    readFailedJobs(context),
  );

  app.post(
    '/api/jobs/:id/retry',
    { schema: { params: jobParams, response: { 200: jobResponse } } },
    async (request) => retryJob(context, request.params.id),
  );

  app.post(
    '/api/jobs/:id/cancel',
    {
      schema: {
        params: jobParams,
        response: { 200: jobResponse, 404: errorResponse, 409: errorResponse },
      },
    },
    async (request) => stopJob(context, request.params.id),
  );

  app.get(
    '/api/admin/jobs',
    { schema: { querystring: outboxQuery, response: { 200: outboxResponse } } },
    async (request) => readOutbox(context, app.crossPosting, request.query),
  );

  app.get('/api/releases', { schema: { response: { 200: releaseListResponse } } }, async () => ({
    releases: readReleases(context),
  }));
};
