import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { type AuditNote, auditing } from '../db/audit-trail.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether a call by an admin stands in the audit log, where its policy and method do not say it
     * already: a route for everybody that means more in an admin's hands, or one that only computes.
     */
    audited?: boolean | ((request: FastifyRequest) => boolean);
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Names of fields that an entry lists. */
const FIELDS_MAX = 20;

const notes = new WeakMap<FastifyRequest, AuditNote>();

/**
 * Every call by which an admin changes something leaves an entry, stored together with its first
 * write. Said here for all routes at once, so that none can forget it.
 */
export const auditPlugin = fastifyPlugin(
  async (app, { database, clock }: AppContext) => {
    app.addHook('preHandler', (request, _reply, done) => {
      if (!isAudited(request)) return done();
      const note = noteOf(request, clock());
      notes.set(request, note);
      auditing(note, done);
    });
    app.addHook('onSend', async (request, reply) => {
      const note = notes.get(request);
      if (!note) return;
      // Actions outside the database, such as files, get their own entry.
      if (note.entryId === null && reply.statusCode < 400) {
        note.outside = true;
        await auditing(note, () => database.write(() => undefined));
      }
      note.closed = true;
    });
  },
  { name: 'audit', dependencies: ['session'] },
);

function isAudited(request: FastifyRequest): boolean {
  const { policy, audited } = request.routeOptions.config;
  const usual = policy === 'admin' && !reading.has(request.method);
  const wanted = typeof audited === 'function' ? audited(request) : (audited ?? usual);
  return wanted && request.viewer?.admin === true;
}

function noteOf(request: FastifyRequest, at: number): AuditNote {
  const { id = '' } = (request.params ?? {}) as { id?: unknown };
  const fields = namesOf(request.body);
  return {
    at,
    actorId: request.viewer?.userId ?? null,
    action: `${request.method} ${request.routeOptions.url}`,
    subject: String(id),
    // Names alone: what a field holds may be a secret.
    details: fields ? { fields } : {},
    outside: false,
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
