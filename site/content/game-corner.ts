import { z } from 'zod';
import source from '../../content/profile/corner.json';
import { readContent } from './read-content.ts';

const link = z.strictObject({
  label: z.string().min(1),
  url: z
    .string()
    .regex(
      /^(https?:\/\/|\/(?!\/))/,
      'needs an address that starts with https:// or with one slash',
    ),
});

/** Description and links of the Game Corner from content/profile/corner.json. */
export const cornerLinks = readContent(
  'corner.json',
  z.strictObject({ lead: z.string().min(1), profile: link, repository: link, commits: link }),
  source,
);
