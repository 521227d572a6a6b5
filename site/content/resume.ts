import { z } from 'zod';
import source from '../../content/profile/resume.json';
import { readContent } from './read-content.ts';

const nonEmptyText = z.string().trim().min(1, 'needs at least one character');
const link = z
  .string()
  .regex(/^(https?:\/\/|\/(?!\/))/, 'needs an address that starts with https:// or with one slash');
/** A month, or a year if the month is unknown. */
const month = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'needs a month like 2026-11, or a year like 2026');

const resumeSchema = z.object({
  updated: z.iso.date('needs a date like 2026-11-21'),
  role: nonEmptyText,
  summary: nonEmptyText,
  skills: z.array(
    z.object({ group: nonEmptyText, items: z.array(nonEmptyText).min(1, 'needs at least one') }),
  ),
  experience: z.array(
    z.object({
      role: nonEmptyText,
      company: nonEmptyText,
      place: z.string().default(''),
      from: month,
      /** Null if the position is current. */
      to: month.nullable(),
      points: z.array(nonEmptyText),
    }),
  ),
  projects: z
    .array(z.object({ name: nonEmptyText, url: link.nullable(), text: nonEmptyText }))
    .default([]),
  talks: z
    .array(
      z.object({ date: month, title: nonEmptyText, event: nonEmptyText, url: link.nullable() }),
    )
    .default([]),
  education: z.array(
    z.object({
      degree: nonEmptyText,
      institution: nonEmptyText,
      from: month,
      to: month.nullable(),
      note: z.string().default(''),
    }),
  ),
  languages: z.array(z.object({ name: nonEmptyText, level: nonEmptyText })).default([]),
});

export type Resume = z.infer<typeof resumeSchema>;

/** The owner's career from content/profile/resume.json, for /resume and /resume.pdf. */
export const resume = readContent('resume.json', resumeSchema, source);

const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'June',
  'July',
  'Aug',
  'Sept',
  'Oct',
  'Nov',
  'Dec',
];

/** `2026-11` → Nov 2026, `2026` → 2026. */
export function monthName(month: string): string {
  const [year = '', number] = month.split('-');
  return number ? `${months[Number(number) - 1]} ${year}` : year;
}

/** Formats a period; without an end it lasts until today. */
export function period(from: string, to: string | null): string {
  return `${monthName(from)} – ${to === null ? 'today' : monthName(to)}`;
}
