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
    error: 'The end must be after the start.',
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
    at: z.iso.datetime().describe('time of publication'),
    zone: z.string().nullable().describe('time zone of the schedule date'),
    version: z.number().int().describe('value for If-Match'),
    newsletter: z.boolean().describe('whether subscribers get it by email'),
    posts: z.array(crossPostTarget).describe('services it is cross-posted to'),
  })
  .meta({ id: 'CalendarEntry' });
export type CalendarEntry = z.infer<typeof calendarEntry>;

export const calendarResponse = z
  .object({
    planned: z.array(calendarEntry),
    published: z.array(calendarEntry),
    zone: z.string().describe('time zone of the owner'),
  })
  .meta({ id: 'Calendar' });
export type CalendarResponse = z.infer<typeof calendarResponse>;
