import { z } from 'zod';
import { sessionResponse } from './session.ts';

/** GET /api/user/code-host: availability and name of the OAuth provider. */
export const codeHostResponse = z.object({ name: z.string().nullable() }).meta({ id: 'CodeHost' });

/** POST /api/user/code-host: starts an OAuth sign-in. */
export const codeHostRequest = z
  .strictObject({ rememberMe: z.boolean().default(false) })
  .meta({ id: 'CodeHostStart' });
/** URL of the provider, which redirects to /login with `code` and `state`. */
export const codeHostQuestion = z.object({ url: z.url() }).meta({ id: 'CodeHostQuestion' });
export type CodeHostQuestion = z.infer<typeof codeHostQuestion>;

/** POST /api/user/code-host/finish: `code` and `state` of the redirect. */
export const codeHostFinish = z
  .strictObject({ code: z.string().min(1).max(500), state: z.string().min(1).max(200) })
  .meta({ id: 'CodeHostFinish' });

/** Response if an account was connected instead of signed in. */
export const codeHostLinked = z
  .object({ msg: z.string(), linked: z.literal(true) })
  .meta({ id: 'CodeHostLinked' });
export const codeHostFinished = z.union([codeHostLinked, sessionResponse]);
