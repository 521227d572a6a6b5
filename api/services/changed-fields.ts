import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../errors.ts';

/**
 * Returns the fields of an update that differ from the stored resource, so that a client can send back
 * everything it has read.
 * @param stored the resource as the API returns it
 * @param generated server-generated fields, which an update may contain but not change
 * @throws DomainError VALIDATION with a sentence for each generated field that differs
 */
export function changedFields<Update extends object, Generated extends string>(
  update: Update,
  stored: object,
  generated: readonly Generated[],
): Partial<Omit<Update, Generated>> {
  const storedValues = new Map(Object.entries(stored));
  const changed = Object.entries(update).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, storedValues.get(name)),
  );
  const msg = 'The server sets this field: leave it unchanged.';
  const refused = changed.filter(([name]) => (generated as readonly string[]).includes(name));
  if (refused.length > 0) {
    const fields = Object.fromEntries(refused.map(([name]) => [name, msg]));
    throw new DomainError('VALIDATION', { msg: `${refused[0]?.[0]}: ${msg}`, fields });
  }
  return Object.fromEntries(changed) as Partial<Omit<Update, Generated>>;
}
