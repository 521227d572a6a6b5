import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { MINUTE_MS } from '#contracts/durations.ts';
import type { PageViewRequest } from '#contracts/overview.ts';
import type { AppContext } from '../context.ts';
import {
  createPageViewCounter,
  isCountable,
  sanitizePageView,
} from '../services/page-views/view-counter.ts';

declare module 'fastify' {
  interface FastifyInstance {
    views: {
      /** Counts a page view, unless the visitor is excluded. @param known true if the page exists */
      count(request: FastifyRequest, view: PageViewRequest, known?: boolean): void;
      /** Resolves when all views so far are stored. */
      flush(): Promise<void>;
    };
  }
}

/** Interval of checks for the end of a day and its salt, in milliseconds. */
const EXPIRE_EVERY_MS = MINUTE_MS;

/** Counts page views: docs/decisions/0004-page-views.md. */
export const pageViewsPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    const counter = createPageViewCounter(context, (error) => {
      app.log.error({ err: error }, 'storing page views failed');
    });
    const expiry = setInterval(counter.dailyVisitors.expire, EXPIRE_EVERY_MS).unref();
    const ownHost = new URL(context.config.siteUrl).host;
    app.decorate('views', {
      count(request, view, known) {
        const { headers } = request;
        const userAgent = headers['user-agent'] ?? '';
        const doNotTrack = headers.dnt;
        if (!isCountable({ userAgent, doNotTrack, globalPrivacyControl: headers['sec-gpc'] }))
          return;
        if (request.viewer?.admin) return;
        const clean = sanitizePageView(view, [ownHost, hostOf(request)]);
        if (!clean) return;
        const visitor = counter.dailyVisitors.visitorOf(request.ip, userAgent);
        app.telemetry.view({ at: new Date(context.clock()).toISOString(), ...clean });
        counter.add({ ...clean, known: known ?? app.isPage(clean.path), visitor });
      },
      flush: () => counter.flush(),
    });
    app.addHook('onClose', async () => {
      clearInterval(expiry);
      try {
        await counter.close();
      } catch (error) {
        app.log.error({ err: error }, 'storing page views failed at shutdown');
      }
    });
  },
  { name: 'views', dependencies: ['session', 'telemetry'] },
);

/** Returns the host without the default port. */
function hostOf({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`;
  return URL.canParse(origin) ? new URL(origin).host : host;
}
