import { expect, it } from 'vitest';
import { buildTestApp } from '../testing/build-test-app.ts';

interface Operation {
  security?: object[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

it('documents roles and errors of each route', async () => {
  const test = await buildTestApp();
  const { paths } = (await test.app.inject('/api/docs/json')).json();
  const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const name = (entry: (typeof operations)[number]) => entry.name;
  expect(operations.length).toBeGreaterThan(15);
  expect(operations.filter(({ operation }) => !operation.responses['4XX']).map(name)).toEqual([]);
  expect(operations.filter(({ operation }) => !operation.responses['5XX']).map(name)).toEqual([]);
  const guarded = operations.filter(({ operation }) => operation.security).map(name);
  expect(guarded).toContain('POST /api/articles');
  expect(guarded).toContain('DELETE /api/articles/{id}');
  expect(guarded).not.toContain('GET /api/articles');
  expect(guarded).not.toContain('POST /api/user/login');
  await test.close();
});
