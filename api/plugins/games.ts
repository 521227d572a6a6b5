import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { createGamesContext, type GamesContext } from '../services/games/context.ts';
import { openKeyring } from '../services/secrets.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the services of the Game Corner's members need. */
    games: GamesContext;
  }
}

/** Makes what routes hand on to the services of games, and ends the thread that plays them again. */
export const gamesPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    const games = createGamesContext(context, openKeyring(context.config.dataFolder));
    app.decorate('games', games);
    app.addHook('onClose', () => games.referee.close());
  },
  { name: 'games' },
);
