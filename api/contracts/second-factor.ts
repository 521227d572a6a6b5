import { z } from 'zod';

/** Kinds of second factors. */
export const secondFactorMethod = z.enum(['passkey', 'totp', 'recovery code']);
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>;

const ticket = z.string('Please start again.').min(1, 'Please start again.').max(200);
const code = z.string('The code is required').trim().min(1, 'The code is required').max(100);

/** Secret for an authenticator app. */
export const totpOffer = z
  .object({
    secret: z.string().describe('key for manual entry, in groups of four'),
    address: z.string().describe('otpauth://… for an app on the same device'),
    qr: z.object({ size: z.number().int(), path: z.string() }).describe('QR code as SVG path'),
  })
  .meta({ id: 'TotpOffer' });
export type TotpOffer = z.infer<typeof totpOffer>;

/** PUT /api/account/totp: confirms a new secret with its first code. */
export const totpRequest = z.strictObject({ code }).meta({ id: 'TotpAccept' });

/** Response that can contain new recovery codes, which are shown only once. */
export const recoveryCodesResponse = z
  .object({ msg: z.string(), recoveryCodes: z.array(z.string()).nullable() })
  .meta({ id: 'RecoveryCodes' });

/** Response of a passkey, as PublicKeyCredential.toJSON() writes it. The WebAuthn library validates it. */
const passkeyAnswer = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** Options for a passkey. The response contains the `ticket`. */
export const passkeyQuestion = z
  .object({
    ticket: z.string(),
    options: z.record(z.string(), z.unknown()).describe('publicKey options as JSON'),
  })
  .meta({ id: 'PasskeyQuestion' });
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>;

/** Response of a passkey with its `ticket`. */
export const passkeyProof = z.strictObject({ ticket, response: passkeyAnswer });
export type PasskeyProof = z.infer<typeof passkeyProof>;

const passkeyName = z
  .string('A name is required')
  .trim()
  .min(1, 'A name is required')
  .max(60, 'At most 60 characters')
  .regex(/^\P{Cc}*$/u, 'Control characters cannot be used here.');

/** POST /api/account/passkeys */
export const passkeyRequest = passkeyProof.extend({ name: passkeyName }).meta({ id: 'NewPasskey' });
/** PUT /api/account/passkeys/:id */
export const passkeyRenameRequest = z
  .strictObject({ name: passkeyName })
  .meta({ id: 'PasskeyName' });

/** POST /api/user/login/passkey/options, with the `ticket` of a sign-in that requires a second factor, if any. */
export const passkeySignInQuestion = z
  .strictObject({ ticket: ticket.optional() })
  .meta({ id: 'PasskeySignInQuestion' });
/** POST /api/user/login/passkey */
export const passkeySignIn = passkeyProof
  .extend({ rememberMe: z.boolean().default(false) })
  .meta({ id: 'PasskeySignIn' });

/** POST /api/user/login/code: a code of an authenticator app, or a recovery code. */
export const codeSignIn = z.strictObject({ ticket, code }).meta({ id: 'CodeSignIn' });

/** PUT /api/admin/second-factor */
export const secondFactorRule = z
  .strictObject({ required: z.boolean() })
  .meta({ id: 'FactorRule' });
