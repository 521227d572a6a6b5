import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { type CommentContext, createCommentContext } from '../services/comments/context.ts';
import { openKeyring } from '../services/secrets.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the services of comments need. */
    comments: CommentContext;
  }
}

/** Makes what routes hand on to the services of comments. */
export const commentsPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    app.decorate('comments', createCommentContext(context, openKeyring(context.config.dataFolder)));
  },
  { name: 'comments' },
);
