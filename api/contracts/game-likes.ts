import { z } from 'zod';

/** Largest number of games in one call, more than in the catalogue. */
const LISTED_MAX = 100;
const ids = z.array(z.number().int().min(0).max(999));

/** PUT /api/games/likes: adds likes. Games outside of the catalogue are ignored. */
export const gameLikesRequest = z
  .strictObject({ likes: ids.max(LISTED_MAX, `At most ${LISTED_MAX} games at once.`) })
  .meta({ id: 'GameLikesChange' });

/** Response to GET and to changes of likes: the numbers of all liked games. */
export const gameLikesResponse = z.object({ likes: ids }).meta({ id: 'GameLikes' });
export type GameLikes = z.infer<typeof gameLikesResponse>;
