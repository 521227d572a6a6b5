import type { Database } from '../db/client.ts';

/** How SQLite goes about the statements that some work runs. */
export interface PlanReader {
  /** Steps of all statements that `work` runs; parameters are bound, as in real use. */
  plansOf(work: () => unknown): string[];
  explain(sql: string): string[];
}

/** Listens to a connection from now on. What was prepared before is not heard. */
export function readPlans({ raw }: Database): PlanReader {
  const seen = new Set<string>();
  const prepare = raw.prepare.bind(raw);
  raw.prepare = ((sql: string) => {
    const statement = prepare(sql);
    for (const way of ['all', 'get', 'run', 'iterate'] as const) {
      const go: (...values: unknown[]) => unknown = statement[way].bind(statement);
      const heard = (...values: unknown[]) => {
        seen.add(sql);
        return go(...values);
      };
      Object.assign(statement, { [way]: heard });
    }
    return statement;
  }) as typeof raw.prepare;

  const explain = (sql: string) => {
    const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1] as const);
    const places = [...sql.matchAll(/\?/g)].map(() => '[1]');
    const rows = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(
      ...(names.length > 0 ? [Object.fromEntries(names)] : places),
    );
    return (rows as { detail: string }[]).map((row) => row.detail);
  };
  return {
    explain,
    plansOf(work) {
      seen.clear();
      work();
      if (seen.size === 0) throw new Error('nothing was run: was the statement prepared before?');
      return [...seen].filter((sql) => !sql.startsWith('INSERT')).flatMap(explain);
    },
  };
}

/**
 * Steps that read a whole table instead of an index or a given list of values. `page` and `steps` are
 * what an inner query has found by an index.
 */
export const walks = (plan: string[]) =>
  plan.filter(
    (step) =>
      /^SCAN /.test(step) &&
      !/ INDEX |json_each|CONSTANT ROW|subquery|^SCAN (page|steps)$/i.test(step),
  );

/** Steps that sort what was found, instead of finding it in order. */
export const sorts = (plan: string[]) => plan.filter((step) => /B-TREE FOR ORDER BY/.test(step));
