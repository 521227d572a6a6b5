import { atom } from 'nanostores';
import type { AdminWarning } from '#contracts/overview.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import { confirmSession, isAdmin } from './session.ts';

/** Configuration warnings for admins. Empty for other visitors and until they are loaded. */
export const $adminWarnings = atom<readonly AdminWarning[]>([]);

/** Loads the warnings if an admin is signed in. */
export async function loadAdminWarnings(): Promise<void> {
  if (!isAdmin(await confirmSession())) return;
  try {
    const { warnings } = await callApi<{ warnings: AdminWarning[] }>('GET', '/api/admin/warnings');
    $adminWarnings.set(warnings);
  } catch (error) {
    // The page reports that the API is unavailable. The next page loads the warnings.
    if (!(error instanceof ApiError)) throw error;
  }
}
