import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { backupStatus } from '#contracts/backup.ts';
import type { AppContext } from '../../context.ts';
import { requestBackup } from '../../services/backup/backup-runs.ts';
import { getBackupStatus } from '../../services/backup/backup-status.ts';

/** Routes of the automatic backups. */
export const adminBackupRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
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
};
