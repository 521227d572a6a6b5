import type { FastifyInstance } from 'fastify';

/**
 * Returns a function that runs work after the response, such as sending an email; the shutdown
 * waits for it.
 * @returns a function that starts work; its errors are logged with the message `what`
 */
export function workAfterResponse(app: FastifyInstance) {
  const underway = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(underway);
  });
  return (work: Promise<void>, what: string, about: Record<string, unknown> = {}): void => {
    const piece = work
      .catch((error) => app.log.error({ err: error, ...about }, what))
      .finally(() => underway.delete(piece));
    underway.add(piece);
  };
}
