import { setImmediate } from 'node:timers/promises';
import fastifyPlugin from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs work after the response; the shutdown waits for it. Logs an error with the message. */
    runInBackground: (work: () => Promise<void>, failureMessage: string) => void;
  }
}

/** Runs work that no response waits for, such as sending an email. */
export const backgroundTasksPlugin = fastifyPlugin(
  async (app) => {
    const underway = new Set<Promise<void>>();
    app.decorate('runInBackground', (work, failureMessage) => {
      const task = setImmediate()
        .then(work)
        .catch((error) => app.log.error({ err: error }, failureMessage))
        .finally(() => underway.delete(task));
      underway.add(task);
    });
    app.addHook('onClose', async () => {
      await Promise.all(underway);
    });
  },
  { name: 'background-tasks' },
);
