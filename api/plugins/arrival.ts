import fastifyPlugin from 'fastify-plugin';

/** Notes when a request arrived, so that "live in N ms" counts everything the server did for it. */
export const arrivalPlugin = fastifyPlugin(
  async (app) => {
    app.decorateRequest('arrivedAt', 0);
    app.addHook('onRequest', (request, _reply, next) => {
      request.arrivedAt = performance.now();
      next();
    });
  },
  { name: 'arrival' },
);
