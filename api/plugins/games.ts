import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { createGamesContext, type GamesContext } from '../services/games/games.ts';
import { openKeyring } from '../services/secrets.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Dependencies of the game services. */
    games: GamesContext;
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
