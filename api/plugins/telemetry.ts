import fastifyPlugin from 'fastify-plugin';
import type { ClientError } from '#contracts/overview.ts';
import type { AppContext } from '../context.ts';
import {
  type CollectedView,
  createCollector,
  type ErrorReports,
} from '../integrations/outbound.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Forwards data to configured external services; none by default. */
    telemetry: {
      view(view: CollectedView): void;
      browserError(error: ClientError): void;
    };
  }
}

/** Passes on views, errors of browsers and traces, without anything about a person. */
export const telemetryPlugin = fastifyPlugin(
  async (app, { config, reports }: AppContext & { reports: ErrorReports | null }) => {
    const collector = config.analyticsUrl
      ? createCollector({ url: config.analyticsUrl, site: config.siteUrl }, (error) =>
          app.log.warn({ err: error }, 'views cannot be delivered'),
        )
      : null;
    app.decorate('telemetry', {
      view: (view) => collector?.add(view),
      browserError({ message, path, stack }) {
        const type = /^(?:Uncaught )?(\w*Error)\b/.exec(message)?.[1] ?? 'Error';
        reports?.send({ from: 'browser', type, message, stack, where: path });
      },
    });
    if (reports) {
      app.addHook('onResponse', async (request, reply) => {
        if (Math.random() >= config.traceSampleRate) return;
        reports.trace({
          name: `${request.method} ${request.routeOptions.url ?? '?'}`,
          status: reply.statusCode,
          durationMs: reply.elapsedTime,
        });
      });
    }
    app.addHook('onClose', async () => {
      await Promise.all([collector?.close(), reports?.close()]);
    });
  },
  { name: 'telemetry' },
);
