import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { createOAuthProvider } from '../integrations/oauth-provider.ts';
import { createPaymentContext, type PaymentContext } from '../services/checkout/payment-context.ts';
import { type CommentContext, createCommentContext } from '../services/comments/context.ts';
import {
  type CrossPostContext,
  createCrossPostContext,
} from '../services/crosspost/connections.ts';
import { createGamesContext, type GamesContext } from '../services/games/games.ts';
import { openKeyring } from '../services/keyring.ts';
import {
  createAttempts,
  createEmailLimiter,
  createLoginLimiter,
  createTotpLimiter,
  unlimitedEmails,
  unlimitedLogins,
  unlimitedTotp,
} from '../services/sessions/attempt-limits.ts';
import type { AccountContext } from '../services/sessions/sessions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    games: GamesContext;
    /** Dependencies of the cart, checkout and order services. */
    payments: PaymentContext;
    crossPosting: CrossPostContext;
    comments: CommentContext;
    /** Dependencies of the account services, with rate limits that all routes share. */
    accounts: AccountContext;
  }
}

/** Decorates the app with the context of the game services, and stops the verifier at shutdown. */
export const gamesPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    const games = createGamesContext(context, openKeyring(context.config.dataFolder));
    app.decorate('games', games);
    app.addHook('onClose', () => games.replayVerifier.close());
  },
  { name: 'games' },
);

/** Decorates the app with the dependencies of the cart, checkout and order services. */
export const paymentsPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    app.decorate('payments', createPaymentContext(context));
  },
  { name: 'payments' },
);

export const crossPostingPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    app.decorate('crossPosting', createCrossPostContext(context));
  },
  { name: 'cross-posting' },
);

export const commentsPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    app.decorate('comments', createCommentContext(context, openKeyring(context.config.dataFolder)));
  },
  { name: 'comments' },
);

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
      oauthProvider: config.oauthProvider && createOAuthProvider(config.oauthProvider),
    });
  },
  { name: 'accounts' },
);
