import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { doneResponse } from '#contracts/account.ts';
import {
  passkeyOptionsResponse,
  passkeyRenameRequest,
  passkeyRequest,
  recoveryCodesResponse,
  totpEnrolment,
  totpRequest,
} from '#contracts/session.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  addPasskey,
  createPasskeyAuthentication,
  createPasskeyRegistration,
  removePasskey,
  renameOwnPasskey,
} from '../../services/second-factors/passkeys.ts';
import { renewRecoveryCodes } from '../../services/second-factors/second-factors.ts';
import { confirmTotpEnrolment, enrolTotp, removeTotp } from '../../services/second-factors/totp.ts';

const passkeyParams = z.strictObject({ id: z.string().min(1).max(200) });
const done = { 200: doneResponse };
const withCodes = { 200: recoveryCodesResponse };
const optionsResponse = { 200: passkeyOptionsResponse };
/** A borrowed device must not change how its owner signs in. */
const config = { requiresRecentAuth: true };

/** Routes for second factors: authenticator apps, passkeys, recovery codes. */
export const secondFactorRoutes: FastifyPluginAsyncZod = async (app) => {
  const { accounts } = app;

  app.post(
    '/api/account/totp',
    { schema: { response: { 200: totpEnrolment } }, config },
    async (request) => enrolTotp(accounts, viewerOf(request).userId),
  );

  app.put(
    '/api/account/totp',
    { schema: { body: totpRequest, response: withCodes }, config },
    async (request) => {
      const recoveryCodes = await confirmTotpEnrolment(
        accounts,
        viewerOf(request).userId,
        request.body.code.replace(/\s/g, ''),
      );
      return {
        msg: 'Two-factor authentication is on: new devices will ask for a code.',
        recoveryCodes,
      };
    },
  );

  app.delete('/api/account/totp', { schema: { response: done }, config }, async (request) => {
    await removeTotp(accounts, viewerOf(request).userId);
    return { msg: 'Codes are turned off.' };
  });

  app.post(
    '/api/account/recovery-codes',
    { schema: { response: withCodes }, config },
    async (request) => {
      const recoveryCodes = await renewRecoveryCodes(accounts, viewerOf(request).userId);
      return {
        msg: 'These are your new recovery codes. Earlier codes no longer work.',
        recoveryCodes,
      };
    },
  );

  app.post(
    '/api/account/passkeys/options',
    { schema: { response: optionsResponse }, config },
    async (request) => createPasskeyRegistration(accounts, viewerOf(request).userId),
  );

  app.post(
    '/api/account/passkeys',
    { schema: { body: passkeyRequest, response: withCodes }, config },
    async (request) => {
      const { userId } = viewerOf(request);
      const recoveryCodes = await addPasskey(accounts, userId, request.body);
      return { msg: `The passkey “${request.body.name}” is ready.`, recoveryCodes };
    },
  );

  app.put(
    '/api/account/passkeys/:id',
    { schema: { params: passkeyParams, body: passkeyRenameRequest, response: done } },
    async (request) => {
      const which = { userId: viewerOf(request).userId, publicId: request.params.id };
      await renameOwnPasskey(accounts, which, request.body.name);
      return { msg: 'Renamed.' };
    },
  );

  app.delete(
    '/api/account/passkeys/:id',
    { schema: { params: passkeyParams, response: done }, config },
    async (request) => {
      const which = { userId: viewerOf(request).userId, publicId: request.params.id };
      await removePasskey(accounts, which);
      return { msg: 'Removed.' };
    },
  );

  app.post(
    '/api/account/confirm/passkey',
    { schema: { response: optionsResponse } },
    async (request) => createPasskeyAuthentication(accounts, viewerOf(request).userId),
  );
};
