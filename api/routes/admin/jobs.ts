import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  failedJobsResponse,
  jobListQuery,
  jobListResponse,
  jobResponse,
  releaseListResponse,
} from '#contracts/job.ts';
import { backupStatus } from '#contracts/status.ts';
import type { AppContext } from '../../context.ts';
import { requestBackup } from '../../services/backup/backup-runs.ts';
import { getBackupStatus } from '../../services/backup/backup-status.ts';
import {
  cancelOrDismissJob,
  readFailedJobs,
  readJob,
  readJobList,
  readReleases,
  retryJob,
} from '../../services/job-list.ts';

const jobParams = z.strictObject({ id: z.coerce.number().int().positive() });

/** Routes of publish jobs, releases and automatic backups. */
export const adminJobRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get('/api/admin/backups', { schema: { response: { 200: backupStatus } } }, async () =>
    getBackupStatus(context),
  );

  app.post(
    '/api/admin/backups',
    { schema: { response: { 202: backupStatus } } },
    async (_request, reply) => {
      await requestBackup(context);
      reply.status(202);
      return getBackupStatus(context);
    },
  );

  app.get(
    '/api/jobs/:id',
    { schema: { params: jobParams, response: { 200: jobResponse } } },
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
    { schema: { params: jobParams, response: { 200: jobResponse } } },
    async (request) => cancelOrDismissJob(context, request.params.id),
  );

  app.get(
    '/api/admin/jobs',
    { schema: { querystring: jobListQuery, response: { 200: jobListResponse } } },
    async (request) => readJobList(context, app.crossPosting, request.query),
  );

  app.get('/api/releases', { schema: { response: { 200: releaseListResponse } } }, async () => ({
    releases: readReleases(context),
  }));
};
