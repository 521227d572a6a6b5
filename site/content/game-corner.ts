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

/** content/profile/corner.json: what the Game Corner says of itself, and where its code lies. */
export const cornerLinks = readContent(
  'corner.json',
  z.strictObject({ lead: z.string().min(1), profile: link, repository: link, commits: link }),
  source,
);
