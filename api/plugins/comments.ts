import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { type CommentContext, createCommentContext } from '../services/comments/context.ts';
import { openKeyring } from '../services/secrets.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Dependencies of the comment services. */
    comments: CommentContext;
  }
}

/** Decorates the app with the context of the comment services. */
export const commentsPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    app.decorate('comments', createCommentContext(context, openKeyring(context.config.dataFolder)));
  },
  { name: 'comments' },
);
