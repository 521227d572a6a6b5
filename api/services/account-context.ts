import type { AppContext } from '../context.ts';
import type { CodeHost } from '../integrations/code-host.ts';
import type { EmailLimiter, LoginLimiter, TotpLimiter } from './sessions/attempt-limits.ts';

/** Dependencies of the account services. */
export interface AccountContext extends Pick<AppContext, 'database' | 'clock' | 'config'> {
  /** Signs refresh tokens. */
  refreshKey: Buffer;
  /** Signs device cookies. */
  deviceKey: Buffer;
  /** Encrypts the secrets of authenticator apps. */
  totpKey: Buffer;
  loginLimiter: LoginLimiter;
  totpLimiter: TotpLimiter;
  emailLimiter: EmailLimiter;
  /** OAuth provider, or null. */
  codeHost: CodeHost | null;
}
