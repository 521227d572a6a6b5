import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

/** The part of JSON Schema that the OpenAPI document of this API uses. */
interface JsonSchema {
  $ref?: string;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
}

interface SchemaSource {
  /** Looks up `#/components/schemas/Name`. */
  resolve(reference: string): JsonSchema;
  /** Strings that often cause errors. */
  naughty: readonly string[];
}

/** Returns an arbitrary of values that are mostly valid for a schema and sometimes invalid. */
function arbitraryOf(schema: JsonSchema, source: SchemaSource, depth = 0): fc.Arbitrary<unknown> {
  const inner = (part: JsonSchema) => arbitraryOf(part, source, depth + 1);
  const valid = (): fc.Arbitrary<unknown> => {
    if (schema.$ref) return inner(source.resolve(schema.$ref));
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts) return fc.oneof(...parts.map(inner));
    if (schema.allOf) return inner(Object.assign({}, ...schema.allOf));
    switch (schema.type) {
      case 'object':
        return objectOf(schema, inner, source);
      case 'array':
        return fc.array(inner(schema.items ?? {}), { maxLength: 5 });
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 50, 1e6) });
      case 'number':
        return fc.double();
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        return textOf(schema, source);
      default:
        return depth > 3 ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
    }
  };
  return fc.oneof(
    { weight: 12, arbitrary: valid() },
    {
      weight: 1,
      arbitrary: fc.oneof(fc.constantFrom(...source.naughty), fc.jsonValue({ maxDepth: 1 })),
    },
  );
}

function objectOf(
  schema: JsonSchema,
  inner: (part: JsonSchema) => fc.Arbitrary<unknown>,
  source: SchemaSource,
): fc.Arbitrary<unknown> {
  const parts = schema.properties ?? {};
  const required = (schema.required ?? []).filter((name) => name in parts);
  const optional = Object.keys(parts).filter((name) => !required.includes(name));
  // At most four optional fields: with all of them, one value would nearly always be invalid.
  const record = fc
    .subarray(optional, { maxLength: Math.min(4, optional.length) })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          [...required, ...chosen].map((name) => [name, inner(parts[name] ?? {})]),
        ),
        { requiredKeys: required },
      ),
    );
  const extra = fc.dictionary(fc.constantFrom(...source.naughty), fc.jsonValue({ maxDepth: 1 }), {
    maxKeys: 1,
  });
  return fc.oneof(
    { weight: 9, arbitrary: record },
    {
      weight: 1,
      arbitrary: fc.tuple(record, extra).map(([fields, more]) => ({ ...fields, ...more })),
    },
  );
}

function textOf(schema: JsonSchema, source: SchemaSource): fc.Arbitrary<string> {
  const dates = fc
    .date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2030-01-01') })
    .map((date) => date.toISOString());
  if (schema.format === 'date-time') return dates;
  if (schema.format === 'date') return dates.map((date) => date.slice(0, 10));
  if (schema.format === 'email') return fc.emailAddress();
  // fast-check needs seconds for Unicode classes. Most of the strings below match them anyway.
  if (schema.pattern && !/\\p/i.test(schema.pattern)) {
    return fc.stringMatching(new RegExp(schema.pattern, 'u'));
  }
  const longest = schema.maxLength ?? 1;
  return fc.oneof(
    fc.constantFrom(...source.naughty),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.lorem({ maxCount: 6 }),
    fc.string({ minLength: longest, maxLength: longest + 1 }),
  );
}

const SHORT_RUNS = 100;
/** Requests after which every wanted status must have been seen. */
const ENOUGH_RUNS = 500;
/** Statuses that requests have to get for the run to count. */
const wanted = [200, 201, 400, 401, 403, 404, 409];
/** A longer form asks for more, with a seed of its own. */
const runs = Number(process.env.FUZZ_RUNS ?? 2000);
const seed = Number(process.env.FUZZ_SEED ?? 20261);

interface Operation {
  parameters?: { in: string; name: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

const prefix = '#/components/schemas/';
/** Calls that document a 503 while there is no live release, as in this test. */
const needsRelease = new Set(['/api/health', '/api/ready', '/api/preview/page']);
/** Routes that report an unavailable external service; no external service is available in tests. */
const callsExternalService = /^\/api\/panels\/github\//;

/**
 * Returns the check of responses to an operation with a status, made from the document when it is
 * first needed: each one takes in all schemas.
 */
function readValidators({
  paths,
  components,
}: OpenApi): (path: string, method: string, status: number) => z.ZodType {
  const local = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll(prefix, '#/$defs/')) as object;
  const $defs = local(components.schemas);
  const validators = new Map<object, z.ZodType>();
  return (path, method, status) => {
    const responses = paths[path]?.[method]?.responses ?? {};
    const [schema] = [status, `${Math.floor(status / 100)}XX`].flatMap(
      (key) => responses[key]?.content?.['application/json']?.schema ?? [],
    );
    if (!schema) return errorResponse;
    const check = validators.get(schema) ?? z.fromJSONSchema({ ...local(schema), $defs } as never);
    validators.set(schema, check);
    return check;
  };
}

interface Request {
  method: string;
  path: string;
  url: string;
  payload: unknown;
  headers: Record<string, string>;
  who: 'guest' | 'member' | 'admin';
}

/** Header values cannot hold line breaks or letters beyond Latin; a client would not send them. */
const headerSafe = (value: unknown) => String(value).replace(/[^\t\x20-\x7e]/g, '');

function requestsOf(document: OpenApi, keys: string[]): fc.Arbitrary<Request> {
  const source: SchemaSource = {
    naughty: [...naughty, '__proto__', 'constructor', '\u0000', '\ud800', '9'.repeat(400)],
    resolve: (reference) => document.components.schemas[reference.slice(prefix.length)] ?? {},
  };
  const from = (schema: JsonSchema) => arbitraryOf(schema, source);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const named = (place: string) =>
        Object.fromEntries(
          (operation.parameters ?? [])
            .filter((parameter) => parameter.in === place)
            .map(({ name, schema }) => [name, from(schema)]),
        );
      const body = operation.requestBody?.content['application/json']?.schema;
      return fc
        .record({
          key: fc.oneof(
            { weight: 3, arbitrary: fc.constantFrom(...keys) },
            { weight: 1, arbitrary: fc.constantFrom(...source.naughty) },
          ),
          query: fc.record(named('query'), { requiredKeys: [] }),
          headers: fc.oneof(
            fc.record(named('header'), { requiredKeys: [] }),
            fc.constant({ 'if-match': '"v1"' }),
          ),
          payload: body ? from(body) : fc.constant(undefined),
          // Signing in and out and deleting the account would end the sessions of other calls.
          who:
            /user\/(log|reg|ref)/.test(path) || (method === 'delete' && path === '/api/account')
              ? fc.constant('guest' as const)
              : fc.constantFrom(
                  'guest' as const,
                  'member' as const,
                  ...Array(4).fill('admin' as const),
                ),
        })
        .map(({ key, query, headers, payload, who }): Request => {
          const search = new URLSearchParams(
            Object.entries(query).map(([name, value]): [string, string] => [
              name,
              String(value).toWellFormed(),
            ]),
          );
          return {
            method,
            path,
            url: `${path.replace(/\{\w+\}/, encodeURIComponent(key.toWellFormed()))}?${search}`,
            payload,
            who,
            headers: Object.fromEntries(
              Object.entries(headers).map(([name, value]) => [name, headerSafe(value)]),
            ),
          };
        });
    }),
  );
  return fc.oneof(...operations);
}

async function openApp(): Promise<{
  test: TestApp;
  document: OpenApi;
  callers: Record<Request['who'], Caller>;
  keys: string[];
}> {
  const test = await buildTestApp();
  const member = await signedInAs(test);
  const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  const callers = { guest: callerOf(test.app), member: callerOf(test.app, member), admin };
  const article = await createByApi(admin, { tags: 'css', category: 'Notes' });
  const draft = await createByApi(admin, { draft: true, title: 'Draft' });
  const commentResponse = await admin(`POST /api/articles/${article._id}/comments`, {
    comment: 'A word.',
  });
  const comment: string = commentResponse.json().comment._id;
  const keys = [
    article._id,
    article.slug,
    draft._id,
    draft.slug,
    comment,
    member.user.publicId,
    '1',
  ];
  const document = test.app.swagger() as object as OpenApi;
  return { test, document, callers, keys };
}

const sendRequests = (numRuns: number) => async () => {
  const { test, document, callers, keys } = await openApp();
  const validatorOf = readValidators(document);
  const leak = new RegExp(
    `SqliteError|SQLITE_|node_modules|api/(db|services|routes)/|\\n +at |${test.context.config.dataFolder}`,
  );
  const statuses = new Map<number, number>();
  const requests = fc.asyncProperty(requestsOf(document, keys), async (request) => {
    const { method, path, url, payload, headers, who } = request;
    const response = await callers[who](`${method.toUpperCase()} ${url}`, payload as object, {
      ...headers,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(who === 'guest' && { 'sec-fetch-site': 'same-origin' }),
    });
    const status = response.statusCode;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (callsExternalService.test(path)) expect([500, 503]).not.toContain(status);
    else if (!needsRelease.has(path)) expect(status).toBeLessThan(500);
    expect(response.body).not.toMatch(leak);
    if (status >= 300 && status < 400) {
      expect(response.headers.location).toMatch(/^\/(?![/\\])/);
      return;
    }
    if (status === 204) {
      expect(response.body).toBe('');
      return;
    }
    const [type = ''] = String(response.headers['content-type']).split(';');
    if (type !== 'application/json') {
      // The content type of a file is documented.
      const { content = {} } = document.paths[path]?.[method]?.responses[status] ?? {};
      expect([path, Object.keys(content)]).toEqual([path, [type]]);
      return;
    }
    const body = JSON.parse(response.body);
    const result = validatorOf(path, method, status).safeParse(body);
    expect(result.success ? null : z.prettifyError(result.error)).toBeNull();
    if (status >= 400) expect(errorResponse.safeParse(body).success).toBe(true);
  });
  await fc.assert(requests, { numRuns, seed });
  // Each new route changes the requests that a seed makes, so a few requests may miss a status.
  const isMissing = () => wanted.some((status) => !statuses.has(status));
  for (let sent = numRuns; sent < ENOUGH_RUNS && isMissing(); sent += numRuns) {
    await fc.assert(requests, { numRuns, seed: seed + sent });
  }
  for (const status of wanted) {
    expect([status, (statuses.get(status) ?? 0) > 0]).toEqual([status, true]);
  }
  expect(test.context.database.raw.pragma('integrity_check', { simple: true })).toBe('ok');
  await test.close();
};

const title = (numRuns: number) => `responds to ${numRuns} generated requests as documented`;
it(title(SHORT_RUNS), sendRequests(SHORT_RUNS));
it(title(runs), { tags: ['verify'], timeout: 900_000 + runs * 30 }, sendRequests(runs));
