import { z } from 'zod';

/**
 * A documented field that the client must not set. It is accepted with any value and removed. It is declared, so
 * that undocumented fields can be refused.
 */
export const dropped = z
  .unknown()
  .optional()
  .transform(() => undefined)
  .describe('Accepted and ignored: the server decides this.');

/** Declares several dropped fields at once: `z.strictObject({ ...droppedFields('_id', 'likes') })`. */
export function droppedFields<const Name extends string>(
  ...names: Name[]
): Record<Name, typeof dropped> {
  return Object.fromEntries(names.map((name) => [name, dropped])) as Record<Name, typeof dropped>;
}

/** A request without its dropped fields. */
export type WithoutDropped<Request> = {
  [Name in keyof Request as [Request[Name]] extends [undefined] ? never : Name]: Request[Name];
};
