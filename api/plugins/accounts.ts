import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { createCodeHost } from '../integrations/code-host.ts';
import type { AccountContext } from '../services/account-context.ts';
import { openKeyring } from '../services/secrets.ts';
import {
  createAttempts,
  createEmailLimiter,
  createLoginLimiter,
  createTotpLimiter,
  unlimitedEmails,
  unlimitedLogins,
  unlimitedTotp,
} from '../services/sessions/attempt-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Dependencies of the account services, with rate limits that all routes share. */
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
      totpLimiter: limited ? createTotpLimiter(database, clock, attempts) : unlimitedTotp,
      loginLimiter: limited ? createLoginLimiter(database, clock, attempts) : unlimitedLogins,
      emailLimiter: limited ? createEmailLimiter(attempts) : unlimitedEmails,
      codeHost: config.codeHost && createCodeHost(config.codeHost),
    });
  },
  { name: 'accounts' },
);
