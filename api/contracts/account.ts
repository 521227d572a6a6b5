import { z } from 'zod';
import { emailField, newPasswordField, passkeyCredential, secondFactorMethod } from './session.ts';

const messageResponse = z.object({ msg: z.string() });

/** The part of a link behind `#token=`. */
const linkToken = z.string('This link is incomplete.').min(1, 'This link is incomplete.').max(200);

/** POST /api/user/forgot. The response does not reveal whether the email address has an account. */
export const forgotRequest = z.strictObject({ email: emailField }).meta({ id: 'Forgot' });

/** POST /api/user/reset: sets a new password with the token of an emailed link. */
export const resetRequest = z
  .strictObject({
    token: linkToken,
    password: newPasswordField,
    removeFactors: z
      .array(z.string().max(300))
      .max(100)
      .default([])
      .describe('ids of recently added factors to remove'),
  })
  .meta({ id: 'Reset' });

/** POST /api/user/reset/factors: removes second factors with the same token. */
export const recentFactorsRequest = z
  .strictObject({ token: linkToken })
  .meta({ id: 'RecentFactorsRequest' });

const recentFactor = z
  .object({
    _id: z.string(),
    kind: z.enum(['passkey', 'totp', 'linked account']),
    name: z.string().describe('such as Passkey “Laptop”'),
    addedAt: z.iso.datetime(),
  })
  .meta({ id: 'RecentFactor' });
export type RecentFactor = z.infer<typeof recentFactor>;

/** Sign-in methods that were added to the account in the last 30 days, newest first. */
export const recentFactorsResponse = z
  .object({ factors: z.array(recentFactor) })
  .meta({ id: 'RecentFactors' });

/** POST /api/user/email/revert: undoes an email change, by the link sent to the former address. */
export const revertEmailRequest = z.strictObject({ token: linkToken }).meta({ id: 'RevertEmail' });
export const revertEmailResponse = messageResponse
  .extend({
    email: z.string().describe('restored email address of the account'),
    resetToken: z.string().describe('token for POST /api/user/reset'),
  })
  .meta({ id: 'EmailReverted' });

/** POST /api/user/email/confirm: confirms an email address with the token of an emailed link. */
export const confirmEmailRequest = z
  .strictObject({ token: linkToken })
  .meta({ id: 'ConfirmEmail' });
export const confirmEmailResponse = messageResponse
  .extend({ email: z.string() })
  .meta({ id: 'EmailConfirmed' });

/** POST /api/account/confirm: re-authenticates the user of this session in one of three ways. */
export const confirmRequest = z
  .strictObject({
    password: z.string().max(1000).optional(),
    code: z.string().max(100).optional().describe('of an authenticator'),
    passkey: passkeyCredential.optional(),
  })
  .meta({ id: 'Confirm' });
export type ConfirmRequest = z.infer<typeof confirmRequest>;

/** PUT /api/account/password */
export const passwordChangeRequest = z
  .strictObject({
    currentPassword: z
      .string('Your current password is required')
      .min(1, 'Your current password is required')
      .max(1000),
    password: newPasswordField,
  })
  .meta({ id: 'PasswordChange' });

/** PUT /api/account/email */
export const emailChangeRequest = z.strictObject({ email: emailField }).meta({ id: 'EmailChange' });

/** Result of an action as a sentence. */
export const doneResponse = messageResponse.meta({ id: 'Done' });

/** A signed-in device. */
const accountSession = z
  .object({
    _id: z.string(),
    device: z.string().describe('device name, such as Firefox on Linux'),
    current: z.boolean().describe('whether it is the session of the caller'),
    remembered: z.boolean(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
  })
  .meta({ id: 'AccountSession' });
export type AccountSession = z.infer<typeof accountSession>;

const accountPasskey = z
  .object({
    _id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AccountPasskey' });

/** GET /api/account: sign-in methods and signed-in devices of the caller. */
export const accountResponse = z
  .object({
    account: z.object({
      email: z.string(),
      emailConfirmed: z.boolean(),
      pendingEmail: z.string().nullable().describe('new email address, while it is unconfirmed'),
      sessions: z.array(accountSession),
      secondFactors: z.array(secondFactorMethod),
      passkeys: z.array(accountPasskey),
      password: z.boolean().describe('whether the account has a password'),
      oauth: z
        .object({ name: z.string(), login: z.string().nullable() })
        .nullable()
        .describe('OAuth provider and the connected account'),
      recoveryCodesLeft: z.int(),
      adminsNeedSecondFactor: z
        .boolean()
        .nullable()
        .describe('second-factor policy, for admins only'),
    }),
  })
  .meta({ id: 'Account' });
export type AccountResponse = z.infer<typeof accountResponse>;
