/** Fields that several contracts share. */
import { z } from 'zod';

const field = (most: number, pattern: RegExp, missing?: string) => {
  const trimmed = z.string(missing).trim();
  return (missing === undefined ? trimmed : trimmed.min(1, missing))
    .max(most, `At most ${most} characters.`)
    .regex(pattern, 'Control characters cannot be used here.');
};

/** One trimmed line of readable text; with `missing`, the message of an empty one, it is required. */
export const line = (most: number, missing?: string) => field(most, /^\P{Cc}*$/u, missing);

/** The same with several lines. */
export const text = (most: number, missing?: string) => field(most, /^[\P{Cc}\r\n\t]*$/u, missing);

/** Email address in lower case; `invalid` is the message of every mistake. */
export const email = (invalid: string) =>
  z.string(invalid).trim().toLowerCase().max(254, invalid).pipe(z.email(invalid));

/**
 * A documented field that the client must not set. It is accepted with any value and removed. It is declared, so
 * that undocumented fields can be refused.
 */
export const ignored = z
  .unknown()
  .optional()
  .transform(() => undefined)
  .describe('Accepted and ignored: the server decides this.');

/** Declares several ignored fields at once: `z.strictObject({ ...ignoredFields('_id', 'likes') })`. */
export function ignoredFields<const Name extends string>(
  ...names: Name[]
): Record<Name, typeof ignored> {
  return Object.fromEntries(names.map((name) => [name, ignored])) as Record<Name, typeof ignored>;
}

export type WithoutIgnored<Request> = {
  [Name in keyof Request as [Request[Name]] extends [undefined] ? never : Name]: Request[Name];
};

/** Query field of a numbered list, from 1. */
export const page = z.coerce.number().int().min(1).max(1_000_000).default(1);

/** Query fields of a numbered list: `page`, and `limit`, the number of items per page. */
export const pageQuery = (perPage: number, most = 100) => ({
  page,
  limit: z.coerce.number().int().min(1).max(most).default(perPage),
});

/** Response fields of a numbered list: the current page and the number of pages. */
export const pageNumbers = { page: z.int(), pages: z.int() };

/** Response fields of a numbered list: the number of items on all pages, and `pageNumbers`. */
export const pageInfo = {
  result: z.int().describe('total number of items'),
  ...pageNumbers,
};

/**
 * Returns the database rows of a page of a numbered list with `result` items, and the fields of the
 * response about it.
 */
export const paginate = ({ page, limit }: { page: number; limit: number }, result: number) => ({
  rows: { limit, offset: (page - 1) * limit },
  pageInfo: { result, page, pages: Math.ceil(result / limit) },
});

/**
 * Describes the invalid fields of a file, such as `'posts.0.date' needs a date like 2026-11-21; 'lead' is missing`.
 * @param root name of the whole value, for problems of no field
 */
export const describeIssues = ({ issues }: z.ZodError, root: string): string =>
  issues.map((issue) => describeIssue(issue, root)).join('; ');

function describeIssue(issue: z.core.$ZodIssue, root: string): string {
  const path = issue.path.join('.');
  const field = `'${path || root}'`;
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `'${path ? `${path}.` : ''}${key}'`).join(', ');
    return `${names}: there is no such field`;
  }
  const hasNoValue = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (hasNoValue && issue.input === undefined) return `${field} is missing`;
  if (issue.code !== 'invalid_type') return `${field} ${issue.message}`;
  return `${field} ${issue.message.replace(/^Invalid input: expected (\w+), received \w+$/, 'needs to be of the kind $1')}`;
}
