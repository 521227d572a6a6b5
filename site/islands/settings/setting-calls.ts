import type { z } from 'zod';
import type {
  SettingResponse,
  settingChangeResponse,
  settingListResponse,
} from '#contracts/settings.ts';
import { callApi } from '../../client/api-client.ts';

export type Setting = SettingResponse;
export type SettingValue = Setting['value'];

export const listSettings = async (signal: AbortSignal): Promise<Setting[]> =>
  (await callApi<z.infer<typeof settingListResponse>>('GET', '/api/admin/settings', { signal }))
    .settings;

export const changeSettings = (
  changes: Record<string, SettingValue>,
): Promise<z.infer<typeof settingChangeResponse>> =>
  callApi('PUT', '/api/admin/settings', { body: changes });
