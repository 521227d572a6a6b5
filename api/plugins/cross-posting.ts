import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import {
  type CrossPostContext,
  createCrossPostContext,
} from '../services/crosspost/connections.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Dependencies of the cross-post services. */
    crossPosting: CrossPostContext;
  }
}

/** Decorates the app with the context of the cross-post services. */
export const crossPostingPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    app.decorate('crossPosting', createCrossPostContext(context));
  },
  { name: 'cross-posting' },
);
