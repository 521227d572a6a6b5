import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { createCodeHost } from '../integrations/code-host.ts';
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
    app.decorate('accounts', {
      config,
      database,
      clock,
      refreshKey: keyring('refresh-token'),
      deviceKey: keyring('device-cookie'),
      totpKey: keyring('totp-secret'),
      codeGuard: config.rateLimits ? createCodeGuard(clock) : openCodeGuard,
      guard: config.rateLimits ? createLoginGuard(clock) : openLoginGuard,
      mailThrottle: config.rateLimits ? createMailThrottle(clock) : openMailThrottle,
      codeHost: config.codeHost && createCodeHost(config.codeHost),
    });
  },
  { name: 'accounts' },
);
