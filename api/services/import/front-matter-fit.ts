import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * Fits a value to the contract of a field: shortens long values and drops invalid ones, with notes.
 * @returns the value as the contract returns it, or undefined if nothing is valid
 */
export function fitToContract<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
  notes: string[],
): z.output<Schema> | undefined {
  let fitting = value;
  // Each round may reveal further issues: first of entries, then of their number.
  for (let round = 0; round < 4; round += 1) {
    const parsed = schema.safeParse(fitting);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    if (issue) notes.push(`${name}: ${issue.message}`);
    fitting = repair(fitting, parsed.error.issues);
    if (fitting === undefined) return undefined;
  }
  return undefined;
}

function repair(value: unknown, issues: Issue[]): unknown {
  const whole = issues.filter((issue) => issue.path.length === 0);
  if (!Array.isArray(value)) return whole[0] ? shorten(value, whole[0]) : undefined;
  const entries = new Map(issues.map((issue) => [issue.path[0], issue]));
  const repaired = value.flatMap((entry, index) => {
    const issue = entries.get(index);
    if (!issue) return [entry];
    const shorter = shorten(entry, issue);
    return shorter === undefined ? [] : [shorter];
  });
  return whole[0] ? shorten(repaired, whole[0]) : repaired;
}

function shorten(value: unknown, issue: Issue): unknown {
  if (issue.code !== 'too_big') return undefined;
  const maximum = Number(issue.maximum);
  if (Array.isArray(value)) return value.slice(0, maximum);
  if (typeof value !== 'string') return undefined;
  const cut = value
    .slice(0, maximum)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return cut.trimEnd();
}
