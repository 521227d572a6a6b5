import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions, users } from '../db/schema/accounts.ts';
import { type SignedIn, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { applyAuthorization, authorizationPlugin } from './authorization.ts';

const roles = ['guest', 'member', 'admin', 'expired', 'suspended', 'deleted', 'revoked'] as const;
type Role = (typeof roles)[number];

/** Responses of the guards before any handler runs: 204 means access. */
const expected: Record<'public' | 'member' | 'admin', Record<Role, number>> = {
  public: all(204),
  member: { ...all(401), member: 204, admin: 204 },
  admin: { ...all(401), member: 403, admin: 204 },
};

describe('every route', () => {
  let test: TestApp;
  const visitors = {} as Record<Role, SignedIn | null>;

  beforeAll(async () => {
    test = await buildTestApp({ extend: stopAfterGuards });
    const { database } = test.context;
    const expired = await signedInAs(test);
    visitors.guest = null;
    test.clock.advance(13 * 3_600_000);
    visitors.expired = expired;
    visitors.member = await signedInAs(test);
    visitors.admin = await signedInAs(test, { role: 'admin' });
    visitors.suspended = await signedInAs(test, { role: 'admin', status: 'suspended' });
    visitors.deleted = await signedInAs(test, { role: 'admin', status: 'deleted' });
    visitors.revoked = await signedInAs(test, { role: 'admin' });
    const { revoked } = visitors;
    database.raw
      .prepare('UPDATE sessions SET revoked_at = 1 WHERE id = ?')
      .run(revoked?.sessionId ?? '');
    expect(database.query.select().from(users).all().length).toBe(6);
    expect(database.query.select().from(sessions).all().length).toBeGreaterThan(4);
  });
  afterAll(() => test.close());

  it.each(roles)('accepts or rejects the %s according to the required role', async (role) => {
    const differences: string[] = [];
    for (const { method, url, requiredRole } of routesOf(test)) {
      const response = await test.app.inject({
        method: method as 'GET',
        url: url.replaceAll(/:\w+|\*/g, 'unknown'),
        headers: visitors[role]?.headers ?? { 'sec-fetch-site': 'same-origin' },
      });
      const wanted = requiredRole ? expected[requiredRole][role] : 204;
      if (response.statusCode !== wanted) {
        differences.push(
          `${method} ${url} (${requiredRole}): ${response.statusCode}, not ${wanted}`,
        );
      }
    }
    expect(differences).toEqual([]);
  });

  it('requires a recent sign-in where a route says so', async () => {
    const guardedRoutes = routesOf(test).filter(
      ({ method, requiresRecentAuth }) => requiresRecentAuth && method !== 'HEAD',
    );
    expect(guardedRoutes.map(({ method, url }) => `${method} ${url}`)).toContain(
      'PUT /api/account/email',
    );
    const late = await signedInAs(test, { role: 'admin' });
    test.context.database.raw
      .prepare('UPDATE sessions SET confirmed_at = 0 WHERE id = ?')
      .run(late.sessionId);
    for (const { method, url } of guardedRoutes) {
      const response = await test.app.inject({
        method: method as 'GET',
        url: url.replaceAll(/:\w+|\*/g, 'unknown'),
        headers: late.headers,
      });
      expect([url, response.statusCode, response.json().code]).toEqual([
        url,
        403,
        'REAUTHENTICATION_REQUIRED',
      ]);
    }
  });

  it('rejects changes from another site in any form', async () => {
    const cookie = visitors.admin?.headers.cookie ?? '';
    const shapes: Record<string, string>[] = [
      { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { cookie, 'sec-fetch-site': 'same-site', origin: 'http://localhost:4000' },
      { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { cookie, origin: 'https://evil.example' },
      { cookie, origin: 'null' },
      { cookie, origin: 'http://localhost:3000.evil.example' },
      { cookie },
    ];
    const open: string[] = [];
    for (const route of routesOf(test).filter(changesSomething)) {
      for (const headers of shapes) {
        const url = route.url.replaceAll(/:\w+|\*/g, 'unknown');
        const response = await test.app.inject({ method: route.method as 'GET', url, headers });
        if (response.statusCode !== 403 || response.json().code !== 'CROSS_SITE') {
          open.push(`${route.method} ${route.url} ${JSON.stringify(headers)}`);
        }
      }
    }
    expect(open).toEqual([]);
  });
});

it('fails to start with a route without a required role', async () => {
  const app = Fastify();
  await app.register(authorizationPlugin);
  app.get('/api/forgotten', async () => 'open');
  await expect(app.ready()).rejects.toThrow(/declare no role: GET \/api\/forgotten/);
});

it('applies the required role of a scope to its routes and nested scopes', async () => {
  const app = Fastify();
  await app.register(authorizationPlugin);
  await app.register(async (scope) => {
    applyAuthorization(scope, 'public');
    await scope.register(async (nested) => void nested.get('/nested', async () => 'open'));
  });
  await expect(app.ready()).resolves.toBeDefined();
  await app.close();
});

function all(status: number): Record<Role, number> {
  return Object.fromEntries(roles.map((role) => [role, status])) as Record<Role, number>;
}

/** Responds between the guards (onRequest) and the handlers, so that nothing happens behind them. */
function stopAfterGuards(app: FastifyInstance): void {
  app.addHook('preParsing', async (_request, reply) => {
    await reply.status(204).send();
  });
}

function routesOf({ routes }: TestApp) {
  return routes.flatMap(({ method, url, config }) =>
    [method].flat().map((one) => ({
      method: String(one),
      url,
      requiredRole: config?.requiredRole,
      sameOrigin: config?.sameOrigin,
      requiresRecentAuth: config?.requiresRecentAuth,
    })),
  );
}

function changesSomething({ method, sameOrigin }: { method: string; sameOrigin?: boolean }) {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method) || sameOrigin === true;
}
