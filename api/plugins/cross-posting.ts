import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { type CrossPostContext, createCrossPostContext } from '../services/crosspost/context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the services of cross-posts need. */
    crossPosting: CrossPostContext;
  }
}

/** Makes what routes hand on to the services of cross-posts. */
export const crossPostingPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    app.decorate('crossPosting', createCrossPostContext(context));
  },
  { name: 'cross-posting' },
);
