import type { z } from 'zod';
import {
  type ContentName,
  contentFile,
  contentSchemas,
  type SiteContent,
} from '#contracts/content.ts';
import { MarkdownError } from '../../markdown/markdown-service.ts';
import { FrontMatterInvalid, readFrontMatter } from '../import/front-matter.ts';
import { InvalidContentError, type RenderMarkdown } from './invalid-content.ts';
import { parseCaseStudies } from './parse-case-studies.ts';

/** Maximum characters of a file. */
const FILE_CHARACTERS_MAX = 1_048_576;

/**
 * Validates the text of a file and returns the content for pages. Nothing in a file is executed: Markdown goes
 * through the pipeline of articles, and other files are JSON.
 * @throws InvalidContentError
 */
export async function parseContent<Name extends ContentName>(
  name: Name,
  text: string,
  renderMarkdown: RenderMarkdown,
): Promise<SiteContent[Name]> {
  const file = contentFile(name);
  const invalid = (problem: string, cause?: unknown) =>
    new InvalidContentError(`${file} is invalid: ${problem}`, { cause });
  if (text.length > FILE_CHARACTERS_MAX) {
    throw invalid(`it is longer than ${FILE_CHARACTERS_MAX} characters`);
  }
  const check = (value: unknown) => {
    const parsed = contentSchemas[name].safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    throw invalid(parsed.error.issues.map(describe).join('; '), parsed.error);
  };
  if (name === 'caseStudies') {
    return (await parseCaseStudies(JSON.parse(text), renderMarkdown)) as SiteContent[Name];
  }
  if (!file.startsWith('pages/')) {
    try {
      return check(JSON.parse(text)) as SiteContent[Name];
    } catch (error) {
      if (error instanceof SyntaxError) throw invalid(error.message, error);
      throw error;
    }
  }
  try {
    const { matter, body } = readFrontMatter(text);
    const fields = check(Object.fromEntries(matter));
    const { html, toc } = await renderMarkdown(body);
    const contents = toc.flatMap(({ depth, id, text }) => (depth === 2 ? [{ id, text }] : []));
    return { ...fields, html, contents } as unknown as SiteContent[Name];
  } catch (error) {
    const isInvalid = error instanceof FrontMatterInvalid || error instanceof MarkdownError;
    throw isInvalid ? invalid(error.message, error) : error;
  }
}

/** Describes the problem of a field, such as `'posts.0.date' needs a date like 2026-11-21`. */
function describe(issue: z.core.$ZodIssue): string {
  const field = `'${issue.path.join('.') || 'the whole file'}'`;
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${field} is missing`;
  if (issue.code !== 'invalid_type') return `${field} ${issue.message}`;
  return `${field} ${issue.message.replace(/^Invalid input: expected (\w+), received \w+$/, 'needs to be of the kind $1')}`;
}
