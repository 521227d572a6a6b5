import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { applyPolicy } from '../../plugins/policy.ts';

export async function publicRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  applyPolicy(app, 'public');
}
