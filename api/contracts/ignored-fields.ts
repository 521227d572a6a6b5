import { z } from 'zod';

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

/** A request without its ignored fields. */
export type WithoutIgnored<Request> = {
  [Name in keyof Request as [Request[Name]] extends [undefined] ? never : Name]: Request[Name];
};
