import { z } from 'zod';
import { articleState } from './article.ts';
import { crossPostTarget } from './cross-post.ts';

/** Days of the calendar that can be asked for at once: a month with the ends of its weeks, and more. */
export const CALENDAR_DAYS_MAX = 62;
/** Published articles that are answered at once; planned ones are all there. */
export const CALENDAR_PUBLISHED_MAX = 300;

const instant = z.iso.datetime({ offset: true });

/** GET /api/admin/calendar: what is planned, and what was published, from one instant to before another. */
export const calendarQuery = z
  .strictObject({ from: instant, to: instant })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'The end has to be after the beginning.',
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= CALENDAR_DAYS_MAX * 86_400_000, {
    path: ['to'],
    error: `At most ${CALENDAR_DAYS_MAX} days at once.`,
  });
export type CalendarQuery = z.infer<typeof calendarQuery>;

export const calendarEntry = z
  .object({
    _id: z.string(),
    title: z.string(),
    slug: z.string(),
    language: z.string(),
    state: articleState.describe('a draft with a time stays a draft until it is published'),
    at: z.iso.datetime().describe('when it goes live, or did'),
    zone: z.string().nullable().describe('the zone its time was meant in'),
    version: z.number().int().describe('send it back as If-Match'),
    newsletter: z.boolean().describe('whether it goes to the subscribers then'),
    posts: z.array(crossPostTarget).describe('where it is posted then'),
  })
  .meta({ id: 'CalendarEntry' });
export type CalendarEntry = z.infer<typeof calendarEntry>;

export const calendarResponse = z
  .object({
    planned: z.array(calendarEntry),
    published: z.array(calendarEntry),
    zone: z.string().describe('the owner’s, as of the settings'),
  })
  .meta({ id: 'Calendar' });
export type CalendarResponse = z.infer<typeof calendarResponse>;
