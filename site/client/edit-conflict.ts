import { ApiError } from './api-client.ts';

/** Returns the stored version of what was edited if the error is an edit conflict, else null. */
export function conflictOf<Stored>(error: unknown): Stored | null {
  if (!(error instanceof ApiError) || error.code !== 'EDIT_CONFLICT') return null;
  return (error.details as { theirs?: Stored } | null)?.theirs ?? null;
}
