import {
  type CaseStudyFields,
  InvalidCaseStudyError,
  readCaseStudy,
  sortById,
} from '#contracts/case-study.ts';
import type { CaseStudyContent, TextPart } from '#contracts/content.ts';
import { MarkdownError } from '../../markdown/markdown-service.ts';
import { type FolderFile, readContentSource, samplesFolder } from '../../site-content.ts';
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
  const samples = readSamples();
  const studies = [];
  for (const { name, markdown } of files) {
    const file = `case-studies/${name}.md`;
    const { fields, parts } = await parseFile(file, markdown, renderMarkdown);
    const isSample = samples.get(name) === markdown;
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
    }));
  } catch (error) {
    if (error instanceof InvalidCaseStudyError) throw new InvalidContentError(error.message);
    throw error;
  }
}

/** Returns the texts of the case studies of the repository by name. */
function readSamples(): Map<string, string> {
  const source = readContentSource(samplesFolder, 'caseStudies') ?? '[]';
  const files: FolderFile[] = JSON.parse(source);
  return new Map(files.map(({ name, markdown }) => [name, markdown]));
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
