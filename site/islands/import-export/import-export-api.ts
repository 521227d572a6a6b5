import type { z } from 'zod';
import { IMPORT_CHUNK_BYTES } from '#contracts/file-size.ts';
import type {
  ExportRun,
  exportRunResponse,
  ImportRun,
  importRunResponse,
} from '#contracts/import.ts';
import { callApi } from '../../client/api-client.ts';

/** Polling interval while a job is running, in milliseconds. */
export const POLL_MS = 1000;

export type { ExportRun, ImportRun };
export type ImportedPost = ImportRun['posts'][number];

type ImportResponse = z.infer<typeof importRunResponse>;
type ExportResponse = z.infer<typeof exportRunResponse>;

/** Returns the running or last import, if there is one. */
export async function readImport(signal: AbortSignal): Promise<ImportRun | null> {
  return (await callApi<ImportResponse>('GET', '/api/admin/imports', { signal })).run;
}

export async function beginImport({ name, size }: File): Promise<ImportRun> {
  const body = { name, bytes: size };
  const { run } = await callApi<ImportResponse>('POST', '/api/admin/imports', { body });
  if (!run) throw new Error('the API has begun no import');
  return run;
}

/**
 * Uploads a file in chunks, each small enough for the request timeout.
 * @param onRun called with the progress
 */
export async function sendChunks(
  run: ImportRun,
  file: File,
  onRun: (run: ImportRun) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let at = run.arrived; at < file.size; at += IMPORT_CHUNK_BYTES) {
    const part = file.slice(at, at + IMPORT_CHUNK_BYTES);
    const path = `/api/admin/imports/${run._id}/parts?offset=${at}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await callApi<ImportResponse>('POST', path, { bytes: part, headers, signal });
    if (response.run) onRun(response.run);
  }
}

export async function startImport(id: string, force: boolean): Promise<ImportRun | null> {
  const path = `/api/admin/imports/${id}/start`;
  return (await callApi<ImportResponse>('POST', path, { body: { force } })).run;
}

export function deleteImport(id: string): Promise<{ msg: string }> {
  return callApi('DELETE', `/api/admin/imports/${id}`);
}

export async function beginExport(): Promise<ExportRun> {
  return (await callApi<ExportResponse>('POST', '/api/admin/exports')).run;
}

export async function readExport(id: string): Promise<ExportRun> {
  return (await callApi<ExportResponse>('GET', `/api/admin/exports/${id}`)).run;
}

/** Returns the URL of an exported file. */
export const exportFile = (id: string) => `/api/admin/exports/${id}/file`;
