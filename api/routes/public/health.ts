import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { version } from '../../version.ts';

const healthResponse = z.object({ status: z.literal('ok'), version: z.string() });

/** GET /api/health: 200 and the version while the database answers and there is a release to serve. */
export const healthRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/health',
    { schema: { response: { 200: healthResponse, 503: errorResponse } } },
    async () => {
      try {
        context.database.raw.prepare('SELECT 1 FROM users LIMIT 1').get();
      } catch (cause) {
        const msg = 'The database is not responding.';
        throw new DomainError('BUSY', { msg, retryAfter: 2, cause });
      }
      const folder = context.publisher.liveFolder();
      if (folder === null || !existsSync(path.join(folder, 'index.html'))) {
        throw new DomainError('BUSY', { msg: 'There is no live release yet.', retryAfter: 2 });
      }
      return { status: 'ok' as const, version };
    },
  );
};
