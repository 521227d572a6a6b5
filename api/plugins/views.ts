import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ViewRequest } from '#contracts/views.ts';
import type { AppContext } from '../context.ts';
import { createViewCounter } from '../services/views/counter.ts';
import { cleanView, mayCount } from '../services/views/filter.ts';

declare module 'fastify' {
  interface FastifyInstance {
    views: {
      /** Counts a page for who asks, if they may be counted. `known`: it is there for certain. */
      count(request: FastifyRequest, view: ViewRequest, known?: boolean): void;
      /** Resolves when everything counted before is stored. */
      flush(): Promise<void>;
    };
  }
}

/** Milliseconds between looks whether a day, and with it the salt of its readers, is over. */
const EXPIRE_EVERY_MS = 60_000;

/** The counter of page views, see docs/decisions/0004-counting.md. */
export const viewsPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    const counter = createViewCounter(context, (error) => {
      app.log.error({ err: error }, 'views could not be written and wait');
    });
    const expiry = setInterval(counter.readers.expire, EXPIRE_EVERY_MS).unref();
    const ownHost = new URL(context.config.siteUrl).host;
    app.decorate('views', {
      count(request, view, known) {
        const { headers } = request;
        const userAgent = headers['user-agent'] ?? '';
        const doNotTrack = headers.dnt;
        if (!mayCount({ userAgent, doNotTrack, globalPrivacyControl: headers['sec-gpc'] })) return;
        if (request.viewer?.admin) return;
        const clean = cleanView(view, [ownHost, hostOf(request)]);
        if (!clean) return;
        const reader = counter.readers.readerOf(request.ip, userAgent);
        app.outside.view({ at: new Date(context.clock()).toISOString(), ...clean });
        counter.add({ ...clean, known: known ?? app.isPage(clean.path), reader });
      },
      flush: () => counter.flush(),
    });
    app.addHook('onClose', async () => {
      clearInterval(expiry);
      try {
        await counter.close();
      } catch (error) {
        app.log.error({ err: error }, 'the last views could not be written');
      }
    });
  },
  { name: 'views', dependencies: ['session', 'outside'] },
);

/** As an address has it: without the port that goes without saying. */
function hostOf({ protocol, host }: FastifyRequest): string {
  const address = `${protocol}://${host}`;
  return URL.canParse(address) ? new URL(address).host : host;
}
