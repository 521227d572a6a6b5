import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  settingChangeRequest,
  settingChangeResponse,
  settingListResponse,
} from '#contracts/settings.ts';
import type { AppContext } from '../../context.ts';
import { viewerOf } from '../../plugins/session.ts';
import { changeSettings, readSettings } from '../../services/settings/settings.ts';

export const adminSettingRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/settings',
    { schema: { response: { 200: settingListResponse } } },
    async () => ({ settings: readSettings(context) }),
  );

  app.put(
    '/api/admin/settings',
    { schema: { body: settingChangeRequest, response: { 200: settingChangeResponse } } },
    async (request) => {
      await changeSettings(context, request.body, viewerOf(request));
      return { msg: 'Saved.', settings: readSettings(context) };
    },
  );
};
