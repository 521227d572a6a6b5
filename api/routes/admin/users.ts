import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { doneResponse } from '#contracts/account.ts';
import { secondFactorRule } from '#contracts/session.ts';
import {
  invitationRequest,
  userChangeRequest,
  userChangeResponse,
  userDeletionQuery,
  userListQuery,
  userListResponse,
} from '#contracts/user-list.ts';
import type { AppContext } from '../../context.ts';
import { viewerOf } from '../../plugins/session.ts';
import { deleteUser } from '../../services/profile/account-data.ts';
import { setSecondFactorPolicy } from '../../services/second-factors/second-factors.ts';
import {
  changeUser,
  inviteUser,
  readListedUser,
  readUsers,
  resendInvitation,
} from '../../services/users/manage-users.ts';

const userParams = z.strictObject({ id: z.string().min(1).max(200) });
const changed = { 200: userChangeResponse };
/** Changes require a recent sign-in, against use of an unattended device. */
const config = { requiresRecentAuth: true };

/** Routes of the user table and of the second-factor policy for admins. */
export const adminUserRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const { accounts } = app;

  app.put(
    '/api/admin/second-factor',
    { schema: { body: secondFactorRule, response: { 200: doneResponse } }, config },
    async (request) => {
      const { required } = request.body;
      await setSecondFactorPolicy(accounts, viewerOf(request).userId, required);
      const msg = required
        ? 'Admins now need a second factor.'
        : 'Admins may sign in without a second factor.';
      return { msg };
    },
  );

  app.get(
    '/api/admin/users',
    { schema: { querystring: userListQuery, response: { 200: userListResponse } } },
    async (request) => readUsers(accounts, request.query, viewerOf(request).userId),
  );

  app.post(
    '/api/admin/users',
    { schema: { body: invitationRequest, response: { 201: userChangeResponse } }, config },
    async (request, reply) => {
      const viewer = viewerOf(request);
      const publicId = await inviteUser(accounts, request.body, viewer);
      reply.status(201);
      const user = readListedUser(accounts, publicId, viewer.userId);
      return { msg: `Invitation sent to ${user.email}.`, user };
    },
  );

  app.put(
    '/api/admin/users/:id',
    { schema: { params: userParams, body: userChangeRequest, response: changed }, config },
    async (request) => {
      const { userId } = viewerOf(request);
      await changeUser(accounts, request.params.id, request.body, userId);
      context.publisher.wake();
      return { msg: 'Saved.', user: readListedUser(accounts, request.params.id, userId) };
    },
  );

  app.delete(
    '/api/user/:id',
    {
      schema: {
        params: userParams,
        querystring: userDeletionQuery,
        response: { 200: doneResponse },
      },
      config,
    },
    async (request) => {
      const { comments } = request.query;
      await deleteUser(context, request.params.id, {
        comments,
        viewerId: viewerOf(request).userId,
      });
      return { msg: 'Deleted.' };
    },
  );

  app.post(
    '/api/admin/users/:id/invitation',
    { schema: { params: userParams, response: { 200: doneResponse } } },
    async (request) => {
      await resendInvitation(accounts, request.params.id, viewerOf(request));
      return { msg: 'Invitation sent again. Earlier links no longer work.' };
    },
  );
};
