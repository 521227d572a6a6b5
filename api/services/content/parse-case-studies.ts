import {
  type CaseStudyFields,
  InvalidCaseStudyError,
  readCaseStudy,
  sortById,
} from '#contracts/case-study.ts';
import type { CaseStudyContent, TextPart } from '#contracts/content.ts';
import { MarkdownError, type RenderedMarkdown } from '../../markdown/markdown-service.ts';
import { type FolderFile, InvalidContentError, readSampleFiles } from '../../site-content.ts';
import { InvalidFrontMatterError, readFrontMatter } from '../import/front-matter.ts';

/** Converts Markdown to safe HTML. */
export type RenderMarkdown = (markdown: string) => Promise<Pick<RenderedMarkdown, 'html' | 'toc'>>;

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
      ogImage: 'sample',
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
    const linesBefore = markdown.slice(0, -body.length).split('\n').length - 1;
    for (const { markdown: text, ...part } of splitNamedBlocks(body, linesBefore)) {
      parts.push({ ...part, html: (await renderMarkdown(text)).html });
    }
    return { fields, parts };
  } catch (error) {
    if (error instanceof InvalidCaseStudyError) throw new InvalidContentError(error.message);
    const isInvalid =
      error instanceof InvalidFrontMatterError ||
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

/** Part of a Markdown text: ordinary text, or a named block. */
type MarkdownPart =
  | { block: 'text'; markdown: string }
  | { block: 'aside'; title: string; markdown: string };

/** A named block is unknown or incomplete; the message names the line. */
class InvalidBlockError extends Error {}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const opening = /^<Aside title="([^"<>]{1,200})">\s*$/;
const closing = /^<\/Aside>\s*$/;
/** A tag of a component, as in MDX, whose name begins with a capital letter. */
const component = /^<\/?([A-Z]\w*)/;

/**
 * Splits Markdown at its named blocks, which have the syntax of the components of the case studies in MDX: a line
 * `<Aside title="…">`, text, and a line `</Aside>`. Nothing else of MDX has a meaning: expressions, imports and
 * exports are text.
 * @param linesBefore number of lines of the file before this text
 * @throws InvalidBlockError
 */
export function splitNamedBlocks(markdown: string, linesBefore = 0): MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let lines: string[] = [];
  let aside: { title: string; line: number } | null = null;
  let openFence: string | null = null;
  const endPart = () => {
    const text = lines.join('\n');
    lines = [];
    if (aside) parts.push({ block: 'aside', title: aside.title, markdown: dedent(text) });
    else if (text.trim() !== '') parts.push({ block: 'text', markdown: text });
  };
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    const lineNumber = linesBefore + index + 1;
    const mark = fence.exec(line)?.[1];
    const isInCode = openFence !== null;
    if (mark && openFence === null) openFence = mark;
    else if (mark && openFence !== null && mark.startsWith(openFence)) openFence = null;
    const title = isInCode ? undefined : opening.exec(line)?.[1];
    if (title !== undefined) {
      if (aside) throw new InvalidBlockError(`line ${lineNumber}: <Aside> cannot contain <Aside>`);
      endPart();
      aside = { title, line: lineNumber };
    } else if (!isInCode && aside && closing.test(line)) {
      endPart();
      aside = null;
    } else {
      const name = isInCode ? undefined : component.exec(line)?.[1];
      if (name !== undefined) {
        const advice = 'write <Aside title="…"> and </Aside> on lines of their own';
        throw new InvalidBlockError(`line ${lineNumber}: <${name}> is no block; ${advice}`);
      }
      lines.push(line);
    }
  }
  if (aside) throw new InvalidBlockError(`line ${aside.line}: <Aside> has no </Aside>`);
  endPart();
  return parts;
}

/** Removes the indentation that all lines share. */
function dedent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const shared = Math.min(...indents);
  return lines.map((line) => line.slice(Math.min(shared, line.search(/\S|$/)))).join('\n');
}
