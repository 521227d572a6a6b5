import type { FastifyInstance } from 'fastify';

/**
 * Work that an answer does not wait for, such as a mail; the end of the process does.
 * @returns starts one piece of work; what it throws is logged under `what`
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
