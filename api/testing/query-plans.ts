import type { Database } from '../db/database.ts';

/** Reads the query plans of the statements that a function runs. */
export interface PlanReader {
  /** Returns the plan steps of all statements that `work` runs, except INSERT, with bound parameters. */
  plansOf(work: () => unknown): string[];
  explain(sql: string): string[];
}

/** Records the statements that a connection runs. Statements that were prepared before are ignored. */
export function readPlans({ raw }: Database): PlanReader {
  const executed = new Set<string>();
  const prepare = raw.prepare.bind(raw);
  raw.prepare = ((sql: string) => {
    const statement = prepare(sql);
    for (const method of ['all', 'get', 'run', 'iterate'] as const) {
      const run: (...values: unknown[]) => unknown = statement[method].bind(statement);
      const runAndRecord = (...values: unknown[]) => {
        executed.add(sql);
        return run(...values);
      };
      Object.assign(statement, { [method]: runAndRecord });
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
      executed.clear();
      work();
      if (executed.size === 0)
        throw new Error('nothing was run: was the statement prepared before?');
      return [...executed].filter((sql) => !sql.startsWith('INSERT')).flatMap(explain);
    },
  };
}

/**
 * Returns the steps that scan a whole table instead of an index or a list of values. `page` and `steps` are
 * results of inner queries that use an index.
 */
export const walks = (plan: string[]) =>
  plan.filter(
    (step) =>
      /^SCAN /.test(step) &&
      !/ INDEX |json_each|CONSTANT ROW|subquery|^SCAN (page|steps)$/i.test(step),
  );

/** Returns the steps that sort rows instead of reading them in order from an index. */
export const sorts = (plan: string[]) => plan.filter((step) => /B-TREE FOR ORDER BY/.test(step));
