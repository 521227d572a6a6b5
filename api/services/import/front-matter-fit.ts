import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * Makes a value fit the contract of a field: what is too long is cut, what cannot be is left out.
 * Sentences about both go into `notes`.
 * @returns the value as the contract gives it, or undefined when nothing of it fits
 */
export function fitToContract<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
  notes: string[],
): z.output<Schema> | undefined {
  let fitting = value;
  // Each round mends what the one before has laid bare: first the entries, then how many there are.
  for (let round = 0; round < 4; round += 1) {
    const parsed = schema.safeParse(fitting);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    if (issue) notes.push(`${name}: ${issue.message}`);
    fitting = mend(fitting, parsed.error.issues);
    if (fitting === undefined) return undefined;
  }
  return undefined;
}

function mend(value: unknown, issues: Issue[]): unknown {
  const whole = issues.filter((issue) => issue.path.length === 0);
  if (!Array.isArray(value)) return whole[0] ? shorten(value, whole[0]) : undefined;
  const entries = new Map(issues.map((issue) => [issue.path[0], issue]));
  const mended = value.flatMap((entry, index) => {
    const issue = entries.get(index);
    if (!issue) return [entry];
    const shorter = shorten(entry, issue);
    return shorter === undefined ? [] : [shorter];
  });
  return whole[0] ? shorten(mended, whole[0]) : mended;
}

function shorten(value: unknown, issue: Issue): unknown {
  if (issue.code !== 'too_big') return undefined;
  const most = Number(issue.maximum);
  if (Array.isArray(value)) return value.slice(0, most);
  if (typeof value !== 'string') return undefined;
  const cut = value
    .slice(0, most)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return cut.trimEnd();
}
