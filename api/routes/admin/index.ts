import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { applyPolicy } from '../../plugins/policy.ts';

export async function adminRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  applyPolicy(app, 'admin');
}
