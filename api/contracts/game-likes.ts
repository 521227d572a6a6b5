import { z } from 'zod';

/** Games that one call may name: as many as the catalogue has, and some to spare. */
const LISTED_MAX = 100;
const ids = z.array(z.number().int().min(0).max(999));

/** PUT /api/games/likes: these are liked besides; what is in no catalogue is passed over. */
export const gameLikesRequest = z
  .strictObject({ likes: ids.max(LISTED_MAX, `At most ${LISTED_MAX} games at once.`) })
  .meta({ id: 'GameLikesChange' });

/** What GET and every change of likes answer: all the games one likes, by their numbers. */
export const gameLikesResponse = z.object({ likes: ids }).meta({ id: 'GameLikes' });
export type GameLikes = z.infer<typeof gameLikesResponse>;
