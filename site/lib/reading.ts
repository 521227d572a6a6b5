import { z } from 'zod';
import source from '../../content/profile/reading.json';
import { readContent } from './read-content.ts';

const readingSchema = z.object({
  /** The note about member-only stories. It counts in the reader's browser and hides no text. */
  meter: z.boolean(),
  /** Stories a month that the note calls free. */
  freeStories: z.int('needs a whole number').min(1, 'needs a number from 1'),
});

/** How articles greet who is not a member: content/profile/reading.json, checked by the build. */
export const reading = readContent('reading.json', readingSchema, source);
