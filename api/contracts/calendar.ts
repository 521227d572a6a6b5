import { z } from 'zod';
import { articleState } from './article.ts';
import { crossPostTarget } from './cross-post.ts';
import { DAY_MS } from './durations.ts';

/** Largest number of days in one request: more than a month with complete weeks. */
export const CALENDAR_DAYS_MAX = 62;
/** Largest number of published articles in a response. Scheduled ones are always complete. */
export const CALENDAR_PUBLISHED_MAX = 300;

const instant = z.iso.datetime({ offset: true });

/** GET /api/admin/calendar: scheduled and published articles from one time (inclusive) to another (exclusive). */
export const calendarQuery = z
  .strictObject({ from: instant, to: instant })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'The end must be after the start.',
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= CALENDAR_DAYS_MAX * DAY_MS, {
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
    version: z.int().describe('value for If-Match'),
    newsletter: z.boolean().describe('whether subscribers get it by email'),
    posts: z.array(crossPostTarget).describe('services it is cross-posted to'),
  })
  .meta({ id: 'CalendarEntry' });
export type CalendarEntry = z.infer<typeof calendarEntry>;

export const calendarResponse = z
  .object({
    scheduled: z.array(calendarEntry),
    published: z.array(calendarEntry),
    zone: z.string().describe('time zone of the owner'),
  })
  .meta({ id: 'Calendar' });
export type CalendarResponse = z.infer<typeof calendarResponse>;
