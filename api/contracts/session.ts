import { z } from 'zod';
import { errorResponse } from './errors.ts';
import { email, ignoredFields } from './fields.ts';
import { LINK_IN_NAME, messages, NAME_MIN, PASSWORD_MIN } from './session-messages.ts';
import { ownUser, PASSWORD_MAX } from './user.ts';

export const secondFactorMethod = z.enum(['passkey', 'totp', 'recovery code']);

export type SecondFactorMethod = z.infer<typeof secondFactorMethod>;

const token = z.string('Please start again.').min(1, 'Please start again.').max(200);

const code = z.string('The code is required').trim().min(1, 'The code is required').max(100);

/** Secret for an authenticator app. */
export const totpEnrolment = z
  .object({
    secret: z.string().describe('key for manual entry, in groups of four'),
    url: z.string().describe('otpauth://… for an app on the same device'),
    qr: z.object({ size: z.int(), path: z.string() }).describe('QR code as SVG path'),
  })
  .meta({ id: 'TotpEnrolment' });

export type TotpEnrolment = z.infer<typeof totpEnrolment>;

/** PUT /api/account/totp: confirms a new secret with its first code. */
export const totpRequest = z.strictObject({ code }).meta({ id: 'TotpConfirm' });

/** Response that can contain new recovery codes, which are shown only once. */
export const recoveryCodesResponse = z
  .object({ msg: z.string(), recoveryCodes: z.array(z.string()).nullable() })
  .meta({ id: 'RecoveryCodes' });

/** Response of a passkey, as PublicKeyCredential.toJSON() writes it. The WebAuthn library validates it. */
const passkeyResponse = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
});

export type PasskeyResponse = z.infer<typeof passkeyResponse>;

/** Options for a passkey. The response contains the `challengeToken`. */
export const passkeyOptionsResponse = z
  .object({
    challengeToken: z.string(),
    options: z.record(z.string(), z.unknown()).describe('publicKey options as JSON'),
  })
  .meta({ id: 'PasskeyOptions' });

export type PasskeyOptions = z.infer<typeof passkeyOptionsResponse>;

/** Response of a passkey with its `challengeToken`. */
export const passkeyCredential = z.strictObject({
  challengeToken: token,
  response: passkeyResponse,
});

export type PasskeyCredential = z.infer<typeof passkeyCredential>;

const passkeyName = z
  .string('A name is required')
  .trim()
  .min(1, 'A name is required')
  .max(60, 'At most 60 characters')
  .regex(/^\P{Cc}*$/u, 'Control characters cannot be used here.');

/** POST /api/account/passkeys */
export const passkeyRequest = passkeyCredential
  .extend({ name: passkeyName })
  .meta({ id: 'NewPasskey' });

/** PUT /api/account/passkeys/:id */
export const passkeyRenameRequest = z
  .strictObject({ name: passkeyName })
  .meta({ id: 'PasskeyName' });

/** POST /api/user/login/passkey/options, with the `signInToken` of a sign-in that requires a second factor, if any. */
export const passkeyOptionsRequest = z
  .strictObject({ signInToken: token.optional() })
  .meta({ id: 'PasskeyOptionsRequest' });

/** POST /api/user/login/passkey */
export const passkeySignIn = passkeyCredential
  .extend({ rememberMe: z.boolean().default(false) })
  .meta({ id: 'PasskeySignIn' });

/** POST /api/user/login/code: a code of an authenticator app, or a recovery code. */
export const codeSignIn = z.strictObject({ signInToken: token, code }).meta({ id: 'CodeSignIn' });

/** PUT /api/admin/second-factor */
export const secondFactorRule = z
  .strictObject({ required: z.boolean() })
  .meta({ id: 'FactorRule' });

export const emailField = email(messages.email);
/** Name of an invited member; other members cannot use links in theirs. */
export const invitedNameField = z
  .string(messages.name)
  .trim()
  .min(NAME_MIN, messages.name)
  .max(80, 'Name has at most 80 characters')
  .regex(/^[^\p{Cc}<>]*$/u, messages.name);
export const nameField = invitedNameField.refine((name) => !LINK_IN_NAME.test(name), messages.name);
export const newPasswordField = z
  .string(messages.password)
  .min(PASSWORD_MIN, messages.password)
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`);

/**
 * POST /api/user/register. `msg` is about the first invalid field, in the order name, password, email. `secret` is
 * the one-time setup token of the first admin.
 */
export const registerRequest = z
  .strictObject({
    name: nameField,
    password: newPasswordField,
    email: emailField,
    secret: z.string().max(200).optional(),
    ...ignoredFields('role'),
  })
  .meta({ id: 'Register' });

/** POST /api/user/login. With `rememberMe`, the session lasts 30 days instead of 12 hours. */
export const loginRequest = z
  .strictObject({
    email: z.string('Email is required').trim().toLowerCase().min(1, 'Email is required').max(254),
    password: z.string('Password is required').min(1, 'Password is required').max(1000),
    rememberMe: z.boolean().default(false),
  })
  .meta({ id: 'Login' });

/** Response to a sign-in that is refused or requires a second factor, then with a token for the next step. */
export const signInRefused = errorResponse
  .extend({ signInToken: z.string().optional(), methods: z.array(secondFactorMethod).optional() })
  .meta({ id: 'SignInRefused' });

/** Response to register, login and refresh. The tokens are also set as httpOnly cookies. */
export const sessionResponse = z
  .object({
    msg: z.string(),
    accesstoken: z.string().describe('access token for API clients; expires after 15 minutes'),
    data: z.object({ accesstoken: z.string() }),
    user: ownUser,
  })
  .meta({ id: 'Session' });

export const logoutResponse = z.object({ msg: z.string() }).meta({ id: 'Logout' });

/** GET /api/user/oauth: availability and name of the OAuth provider. */
export const oauthProviderResponse = z
  .object({ name: z.string().nullable() })
  .meta({ id: 'OAuthProvider' });

/** POST /api/user/oauth: starts an OAuth sign-in. */
export const oauthRequest = z
  .strictObject({ rememberMe: z.boolean().default(false) })
  .meta({ id: 'OAuthStart' });

/** URL of the provider, which redirects to /login with `code` and `state`. */
export const oauthRedirect = z.object({ url: z.url() }).meta({ id: 'OAuthRedirect' });

export type OAuthRedirect = z.infer<typeof oauthRedirect>;

/** POST /api/user/oauth/finish: `code` and `state` of the redirect. */
export const oauthFinish = z
  .strictObject({ code: z.string().min(1).max(500), state: z.string().min(1).max(200) })
  .meta({ id: 'OAuthFinish' });

/** Response if an account was connected instead of signed in. */
const oauthLinked = z
  .object({ msg: z.string(), linked: z.literal(true) })
  .meta({ id: 'OAuthLinked' });

export const oauthFinished = z.union([oauthLinked, sessionResponse]);
