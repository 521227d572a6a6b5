import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { createCodeHost } from '../integrations/code-host.ts';
import { createAttempts } from '../services/accounts/attempts.ts';
import { createCodeGuard, openCodeGuard } from '../services/accounts/code-guard.ts';
import type { AccountContext } from '../services/accounts/context.ts';
import { createLoginGuard, openLoginGuard } from '../services/accounts/login-guard.ts';
import { createMailThrottle, openMailThrottle } from '../services/accounts/mail-throttle.ts';
import { openKeyring } from '../services/secrets.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the services of accounts need; one for all routes, so that they share their limits. */
    accounts: AccountContext;
  }
}

/** Makes what routes hand on to the services of accounts. */
export const accountsPlugin = fastifyPlugin(
  async (app, { config, database, clock }: AppContext) => {
    const keyring = openKeyring(config.dataFolder);
    const attempts = createAttempts(clock, keyring('sign-in-attempts'));
    const limited = config.rateLimits;
    app.decorate('accounts', {
      config,
      database,
      clock,
      refreshKey: keyring('refresh-token'),
      deviceKey: keyring('device-cookie'),
      totpKey: keyring('totp-secret'),
      codeGuard: limited ? createCodeGuard(database, clock, attempts) : openCodeGuard,
      guard: limited ? createLoginGuard(database, clock, attempts) : openLoginGuard,
      mailThrottle: limited ? createMailThrottle(attempts) : openMailThrottle,
      codeHost: config.codeHost && createCodeHost(config.codeHost),
    });
  },
  { name: 'accounts' },
);
