import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type AiHelperEvent, aiHelperRequest, aiHelperResponse } from '#contracts/ai-helper.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import { errorResponse } from '#contracts/errors.ts';
import type { AppContext } from '../../context.ts';
import { ipAddressOf } from '../../plugins/rate-limit.ts';
import { createAiHelper } from '../../services/ai-helper/ai-helper.ts';

/** Limit per admin, also across devices. The limit per day is a setting. */
const rateLimit = {
  max: 20,
  timeWindow: HOUR_MS,
  keyGenerator: (request: FastifyRequest) => request.viewer?.publicId ?? ipAddressOf(request),
};

/** Words from a text generation, for the editor. The key of the service stays here. */
export const adminAiHelperRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const aiHelper = createAiHelper(context);
  const underway = new Set<AbortController>();
  // A response that is still streaming would delay the end of the process.
  app.addHook('preClose', async () => {
    for (const call of underway) call.abort();
  });

  app.get('/api/admin/ai-helper', { schema: { response: { 200: aiHelperResponse } } }, async () =>
    aiHelper.describe(),
  );

  app.post(
    '/api/admin/ai-helper',
    {
      schema: {
        body: aiHelperRequest,
        response: {
          200: z.string().describe('server-sent events with an AiHelperEvent as JSON'),
          '5xx': errorResponse.extend({ reason: z.string().optional() }),
        },
      },
      // Read-only.
      config: { rateLimit, audited: false },
    },
    async (request, reply) => {
      const call = new AbortController();
      underway.add(call);
      // Closing the connection also ends the request to the service.
      reply.raw.once('close', () => {
        call.abort();
        underway.delete(call);
      });
      const events = aiHelper.generate(request.body, call.signal);
      // A refusal before the first word is an ordinary response.
      const first = await events.next();
      reply.header('content-type', 'text/event-stream; charset=utf-8');
      reply.header('cache-control', 'no-store');
      reply.header('x-accel-buffering', 'no');
      return reply.send(Readable.from(frames(first, events)) as unknown as string);
    },
  );
};

async function* frames(
  first: IteratorResult<AiHelperEvent>,
  events: AsyncGenerator<AiHelperEvent>,
): AsyncGenerator<string> {
  const frame = (event: AiHelperEvent) => `data: ${JSON.stringify(event)}\n\n`;
  if (first.done) return;
  yield frame(first.value);
  for await (const event of events) yield frame(event);
}
