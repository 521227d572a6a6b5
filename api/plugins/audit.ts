import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { type AuditNote, auditing } from '../db/client.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True to audit requests of admins to this route, if policy and method do not decide it: public
     * routes that change more for admins, or routes that only compute.
     */
    audited?: boolean | ((request: FastifyRequest) => boolean);
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Names of fields that an entry lists. */
const FIELDS_MAX = 20;

const notes = new WeakMap<FastifyRequest, AuditNote>();

/**
 * Adds an audit entry for every request by which an admin changes something, in the transaction of
 * its first write. It covers all routes, so that new ones are included.
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
    // Names only, because values may be secret.
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
