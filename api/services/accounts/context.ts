import type { AppContext } from '../../context.ts';
import type { CodeHost } from '../../integrations/code-host.ts';
import type { CodeGuard } from './code-guard.ts';
import type { LoginGuard } from './login-guard.ts';
import type { MailThrottle } from './mail-throttle.ts';

/** What the services of accounts need besides their input. */
export interface AccountContext extends Pick<AppContext, 'database' | 'clock' | 'config'> {
  /** Signs refresh tokens. */
  refreshKey: Buffer;
  /** Signs what a browser shows to be known to an account. */
  deviceKey: Buffer;
  /** Seals the secrets of authenticator programs. */
  totpKey: Buffer;
  guard: LoginGuard;
  codeGuard: CodeGuard;
  mailThrottle: MailThrottle;
  /** The service whose accounts can sign in here, or null. */
  codeHost: CodeHost | null;
}
