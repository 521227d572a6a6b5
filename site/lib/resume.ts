import source from '../../content/profile/resume.json';
import { readContent } from './read-content.ts';
import { resumeSchema } from './resume-schema.ts';

/** The owner's career: content/profile/resume.json, checked when the site is built. */
export const resume = readContent('resume.json', resumeSchema, source);

const months = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June'],
  ...['July', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'],
];

/** `2026-11` → Nov 2026, `2026` → 2026. */
export function monthName(month: string): string {
  const [year = '', number] = month.split('-');
  return number ? `${months[Number(number) - 1]} ${year}` : year;
}

/** From when to when, as people write it; no end means until today. */
export function period(from: string, to: string | null): string {
  return `${monthName(from)} – ${to === null ? 'today' : monthName(to)}`;
}
