import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { type PendingAuditEntry, runAudited } from '../db/database.ts';
import { safeMethods } from './same-origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True to audit requests of admins to this route, if role and method do not decide it: public
     * routes that change more for admins, or routes that only compute.
     */
    audited?: boolean | ((request: FastifyRequest) => boolean);
  }
}

/** Names of fields that an entry lists. */
const FIELDS_MAX = 20;

const auditEntries = new WeakMap<FastifyRequest, PendingAuditEntry>();

/**
 * Adds an audit entry for every request by which an admin changes something, in the transaction of
 * its first write. It covers all routes, so that new ones are included.
 */
export const auditPlugin = fastifyPlugin(
  async (app, { database, clock }: AppContext) => {
    app.addHook('preHandler', (request, _reply, done) => {
      if (!isAudited(request)) return done();
      const auditEntry = createAuditEntry(request, clock());
      auditEntries.set(request, auditEntry);
      runAudited(auditEntry, done);
    });
    app.addHook('onSend', async (request, reply) => {
      const auditEntry = auditEntries.get(request);
      if (!auditEntry) return;
      // Actions outside the database, such as files, get their own entry.
      if (auditEntry.entryId === null && reply.statusCode < 400) {
        auditEntry.withoutChanges = true;
        await runAudited(auditEntry, () => database.write(() => undefined));
      }
      auditEntry.closed = true;
    });
  },
  { name: 'audit', dependencies: ['session'] },
);

function isAudited(request: FastifyRequest): boolean {
  // The response to a HEAD request contains nothing, so it is no export.
  if (request.method === 'HEAD') return false;
  const { requiredRole, audited } = request.routeOptions.config;
  const usual = requiredRole === 'admin' && !safeMethods.has(request.method);
  const wanted = typeof audited === 'function' ? audited(request) : (audited ?? usual);
  return wanted && request.viewer?.admin === true;
}

function createAuditEntry(request: FastifyRequest, at: number): PendingAuditEntry {
  const { id = '' } = (request.params ?? {}) as { id?: unknown };
  const fields = namesOf(request.body);
  return {
    at,
    actorId: request.viewer?.userId ?? null,
    action: `${request.method} ${request.routeOptions.url}`,
    subject: String(id),
    // Names only, because values may be secret.
    details: fields ? { fields } : {},
    withoutChanges: false,
    entryId: null,
    closed: false,
  };
}

function namesOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return '';
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return given
    .map(([name]) => name)
    .slice(0, FIELDS_MAX)
    .join(', ');
}
