import { articleCases } from './bare-servers.ts';
import { compareWithBare } from './harness/bare.ts';
import type { Bench } from './harness/bench-context.ts';

/** Compares GET /api/articles with a bare Fastify route that runs the same SQL. */
export const articleLists: Bench = {
  title: 'Lists from the API',
  measure: async (context) =>
    compareWithBare(context, await context.site(context.articles), 'articles', articleCases),
};
