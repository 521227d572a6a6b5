import { atom } from 'nanostores';
import type { AdminWarning } from '#contracts/admin-warning.ts';
import { ApiError, callApi } from '../client/api-client.ts';
import { confirmSession, isAdmin } from './session.ts';

/** Faults of the configuration; empty for everyone but admins, and until they are loaded. */
export const $adminWarnings = atom<AdminWarning[]>([]);

/** Loads the warnings if an admin is signed in. */
export async function loadAdminWarnings(): Promise<void> {
  if (!isAdmin(await confirmSession())) return;
  try {
    const answer = await callApi<{ warnings: AdminWarning[] }>('GET', '/api/admin/warnings');
    $adminWarnings.set(answer.warnings);
  } catch (error) {
    // The page itself says that the server is away; a warning can wait for the next page.
    if (!(error instanceof ApiError)) throw error;
  }
}
