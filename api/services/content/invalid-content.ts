import type { z } from 'zod';
import type { RenderedMarkdown } from '../../markdown/markdown-service.ts';

/** An invalid file of the owner; the message is for the owner and names the file and the fields. */
export class InvalidContentError extends Error {}

/** Converts Markdown to safe HTML. */
export type RenderMarkdown = (markdown: string) => Promise<Pick<RenderedMarkdown, 'html' | 'toc'>>;

/** Describes the problem of a field, such as `'posts.0.date' needs a date like 2026-11-21`. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  const field = `'${path || 'the whole file'}'`;
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `'${path ? `${path}.` : ''}${key}'`).join(', ');
    return `${names}: there is no such field`;
  }
  const hasNoValue = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (hasNoValue && issue.input === undefined) return `${field} is missing`;
  if (issue.code !== 'invalid_type') return `${field} ${issue.message}`;
  return `${field} ${issue.message.replace(/^Invalid input: expected (\w+), received \w+$/, 'needs to be of the kind $1')}`;
}
