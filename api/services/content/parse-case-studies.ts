import {
  type CaseStudyFields,
  InvalidCaseStudyError,
  readCaseStudy,
  sortById,
} from '#contracts/case-study.ts';
import type { CaseStudyContent, TextPart } from '#contracts/content.ts';
import { MarkdownError } from '../../markdown/markdown-service.ts';
import { type FolderFile, readSampleFiles } from '../../site-content.ts';
import { FrontMatterInvalid, readFrontMatter } from '../import/front-matter.ts';
import { InvalidContentError, type RenderMarkdown } from './invalid-content.ts';
import { InvalidBlockError, splitNamedBlocks } from './named-blocks.ts';

/**
 * Validates the case studies, and converts their texts to safe HTML.
 * @throws InvalidContentError that names a file and its invalid fields
 */
export async function parseCaseStudies(
  files: FolderFile[],
  renderMarkdown: RenderMarkdown,
): Promise<CaseStudyContent[]> {
  const samples = new Map(readSampleFiles('caseStudies').map(({ name, text }) => [name, text]));
  const studies = [];
  for (const { name, text } of files) {
    const file = `case-studies/${name}.md`;
    const { fields, parts } = await parseFile(file, text, renderMarkdown);
    const isSample = samples.get(name) === text;
    studies.push({ id: fields.id, file, name, fields, parts, isSample });
  }
  try {
    return sortById(studies).map(({ id, name, fields, parts, isSample }) => ({
      file: name,
      path: `/project/${id}`,
      fields,
      parts,
      isSample,
      images: {},
      files: {},
      share: 'sample',
    }));
  } catch (error) {
    if (error instanceof InvalidCaseStudyError) throw new InvalidContentError(error.message);
    throw error;
  }
}

async function parseFile(
  file: string,
  markdown: string,
  renderMarkdown: RenderMarkdown,
): Promise<{ fields: CaseStudyFields; parts: TextPart[] }> {
  try {
    const { matter, body } = readFrontMatter(markdown);
    const { id, ...others } = toPlain(matter) as Record<string, unknown>;
    // Front matter of articles keeps the spelling of numbers, so they are text.
    const number = typeof id === 'string' && /^\d{1,6}$/.test(id) ? Number(id) : id;
    const fields = readCaseStudy(file, { ...others, ...(id !== undefined && { id: number }) });
    const parts: TextPart[] = [];
    for (const { markdown: text, ...part } of splitNamedBlocks(body)) {
      parts.push({ ...part, html: (await renderMarkdown(text)).html });
    }
    return { fields, parts };
  } catch (error) {
    if (error instanceof InvalidCaseStudyError) throw new InvalidContentError(error.message);
    const isInvalid =
      error instanceof FrontMatterInvalid ||
      error instanceof InvalidBlockError ||
      error instanceof MarkdownError;
    if (!isInvalid) throw error;
    throw new InvalidContentError(`${file} is invalid: ${error.message}`, { cause: error });
  }
}

/** Converts the maps of front matter to objects without a prototype, so that keys such as __proto__ are safe. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  if (!(value instanceof Map)) return value;
  const plain: Record<string, unknown> = Object.create(null);
  for (const [key, part] of value) plain[String(key)] = toPlain(part);
  return plain;
}
