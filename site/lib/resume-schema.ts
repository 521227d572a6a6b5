import { z } from 'zod';

const words = z.string().trim().min(1, 'needs at least one character');
const link = z
  .string()
  .regex(/^(https?:\/\/|\/(?!\/))/, 'needs an address that starts with https:// or with one slash');
/** As precise as it is known. */
const month = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'needs a month like 2026-11, or a year like 2026');

/** The shape of content/profile/resume.json: /resume and /resume.pdf are both made from it. */
export const resumeSchema = z.object({
  updated: z.iso.date('needs a date like 2026-11-21'),
  role: words,
  summary: words,
  skills: z.array(z.object({ group: words, items: z.array(words).min(1, 'needs at least one') })),
  experience: z.array(
    z.object({
      role: words,
      company: words,
      place: z.string().default(''),
      from: month,
      /** Null: until today. */
      to: month.nullable(),
      points: z.array(words),
    }),
  ),
  projects: z.array(z.object({ name: words, url: link.nullable(), text: words })).default([]),
  talks: z
    .array(z.object({ date: month, title: words, event: words, url: link.nullable() }))
    .default([]),
  education: z.array(
    z.object({
      degree: words,
      institution: words,
      from: month,
      to: month.nullable(),
      note: z.string().default(''),
    }),
  ),
  languages: z.array(z.object({ name: words, level: words })).default([]),
});

export type Resume = z.infer<typeof resumeSchema>;
