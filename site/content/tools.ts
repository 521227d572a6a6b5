import { z } from 'zod';
import source from '../../content/profile/tools.json';
import { readContent } from './read-content.ts';

const nonEmptyText = z.string().trim().min(1, 'needs at least one character');

const toolsSchema = z.object({
  lead: nonEmptyText,
  groups: z
    .array(
      z.object({
        name: nonEmptyText,
        note: z.string().default(''),
        tools: z
          .array(
            z.object({
              name: nonEmptyText,
              use: nonEmptyText,
              since: z.int('needs a year like 2019').min(1970, 'needs a year from 1970').optional(),
              url: z.url({ protocol: /^https?$/, error: 'needs an address or null' }).nullable(),
            }),
          )
          .min(1, 'needs at least one tool'),
      }),
    )
    .min(1, 'needs at least one group'),
});

/** Tools of the owner from content/profile/tools.json, validated by the build. */
export const tools = readContent('tools.json', toolsSchema, source);
