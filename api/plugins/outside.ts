import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ClientError } from '#contracts/views.ts';
import type { AppContext } from '../context.ts';
import { type CollectedView, createCollector } from '../integrations/collector.ts';
import { createErrorReports } from '../integrations/error-reports.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What leaves this server to the services an owner may have set; nothing by default. */
    outside: {
      view(view: CollectedView): void;
      browserError(error: ClientError): void;
      serverError(error: unknown, request: FastifyRequest): void;
    };
  }
}

/** Passes views and errors on, without anything about a person, and never in anybody's way. */
export const outsidePlugin = fastifyPlugin(
  async (app, { config }: AppContext) => {
    const failing = (what: string) => (error: unknown) =>
      app.log.warn({ err: error }, `${what} cannot be reached; what happens meanwhile is not sent`);
    const collector = config.analyticsUrl
      ? createCollector(
          { url: config.analyticsUrl, site: config.siteUrl },
          failing('the collector of views'),
        )
      : null;
    const reports = config.errorReports
      ? createErrorReports(config.errorReports, config.mode, failing('the collector of errors'))
      : null;
    app.decorate('outside', {
      view: (view) => collector?.add(view),
      browserError({ message, path, stack }) {
        const type = /^(?:Uncaught )?(\w*Error)\b/.exec(message)?.[1] ?? 'Error';
        reports?.send({ from: 'browser', type, message, stack, where: path });
      },
      serverError(error, request) {
        if (!reports || Math.random() >= config.errorReportRate) return;
        const {
          name,
          message,
          stack = '',
        } = error instanceof Error ? error : new Error(`${error}`);
        reports.send({
          from: 'server',
          type: name,
          message: withoutPeople(message),
          stack: withoutPeople(stack),
          where: `${request.method} ${request.routeOptions.url ?? '?'}`,
          requestId: request.id,
        });
      },
    });
    app.addHook('onClose', async () => {
      await Promise.all([collector?.close(), reports?.close()]);
    });
  },
  { name: 'outside' },
);

/** Leaves out of a text what may belong to a person: mail addresses, network addresses, queries. */
export function withoutPeople(text: string): string {
  return text
    .replace(/(?<![^\s@<>"'()])[^\s@<>"'()]+@[^\s@<>"'():]+\.[a-z]{2,}/gi, '[mail]')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '[address]')
    .replace(/([?#])[^\s:)"']+/g, '$1…');
}
