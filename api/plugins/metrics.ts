import fastifyPlugin from 'fastify-plugin';
import type { Registry } from 'prom-client';
import type { AppContext } from '../context.ts';
import { readSiteMetrics } from '../services/status/readiness.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the metrics in the text format of Prometheus, or null if METRICS_TOKEN is unset. */
    readMetrics: (() => Promise<string>) | null;
  }
}

/** Upper bounds in seconds: a static page takes less than a millisecond, a large upload seconds. */
const BUCKETS_S = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** Measures requests, and reads the state of the site when metrics are collected. */
export const metricsPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    app.decorate('readMetrics', null);
    if (context.config.metricsToken === null) return;
    // Loaded on demand: most sites do without, and the library takes memory.
    const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client');
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of requests by method, route and class of the status',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: BUCKETS_S,
      registers: [registry],
    });
    app.addHook('onResponse', async (request, reply) => {
      // A stream of events lasts for hours.
      if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
      const { method, routeOptions } = request;
      const status = `${Math.floor(reply.statusCode / 100)}xx`;
      const labels = { method, route: routeOptions.url ?? 'none', status };
      durations.observe(labels, reply.elapsedTime / 1000);
    });
    const updateGauges = await createGauges(registry);
    app.readMetrics = async () => {
      updateGauges(await readSiteMetrics(context));
      return registry.metrics();
    };
  },
  { name: 'metrics' },
);

async function createGauges(registry: Registry) {
  const { Gauge } = await import('prom-client');
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const waiting = gauge('site_queue_jobs', 'Waiting jobs by kind', 'kind');
  const late = gauge('site_queue_late_seconds', 'Seconds since the oldest job was due', 'kind');
  const releases = gauge('site_releases', 'Releases by state', 'state');
  const publisher = gauge('site_publisher_running', '1 while a process publishes pages');
  const backup = gauge('site_backup_age_seconds', 'Age of the last good backup, NaN without one');
  const free = gauge('site_disk_free_bytes', 'Free space on the disk of DATA_DIR');
  const total = gauge('site_disk_size_bytes', 'Size of the disk of DATA_DIR');

  return (site: Awaited<ReturnType<typeof readSiteMetrics>>) => {
    for (const queue of site.queues) {
      waiting.set({ kind: queue.kind }, queue.waiting);
      late.set({ kind: queue.kind }, queue.lateMs / 1000);
    }
    releases.reset();
    for (const { state, count } of site.releases) releases.set({ state }, count);
    publisher.set(site.isPublisherRunning ? 1 : 0);
    backup.set(site.backupAgeMs === null ? Number.NaN : site.backupAgeMs / 1000);
    free.set(site.disk?.free ?? Number.NaN);
    total.set(site.disk?.total ?? Number.NaN);
  };
}
