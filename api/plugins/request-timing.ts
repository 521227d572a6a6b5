import fastifyPlugin from 'fastify-plugin';

/** Records the start time of a request, to measure the time until a change is live. */
export const requestTimingPlugin = fastifyPlugin(
  async (app) => {
    app.decorateRequest('arrivedAt', 0);
    app.addHook('onRequest', (request, _reply, next) => {
      request.arrivedAt = performance.now();
      next();
    });
  },
  { name: 'request-timing' },
);
