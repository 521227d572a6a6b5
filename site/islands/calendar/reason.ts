import { ApiError } from '../../client/api-client.ts';
import { sentence } from '../ui/use-loaded.ts';

/** Why a plan could not be changed, in a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return sentence(error);
  if (error.code === 'EDIT_CONFLICT') {
    return 'It was changed elsewhere or has been published. Please close this dialog and open it again.';
  }
  return Object.values(error.fields)[0] ?? error.message;
}
