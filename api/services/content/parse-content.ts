import {
  type ContentName,
  contentFile,
  contentSchemas,
  type SiteContent,
} from '#contracts/content.ts';
import { MarkdownError } from '../../markdown/markdown-service.ts';
import { type FolderFile, isFolderContent } from '../../site-content.ts';
import { FrontMatterInvalid, readFrontMatter } from '../import/front-matter.ts';
import { describeIssue, InvalidContentError, type RenderMarkdown } from './invalid-content.ts';
import { parseCaseStudies } from './parse-case-studies.ts';
import { parseGames } from './parse-games.ts';

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
  const folderFiles: FolderFile[] = isFolderContent(name) ? JSON.parse(text) : [];
  const texts = isFolderContent(name) ? folderFiles.map((entry) => entry.text) : [text];
  if (texts.some(({ length }) => length > FILE_CHARACTERS_MAX)) {
    throw invalid(`a file is longer than ${FILE_CHARACTERS_MAX} characters`);
  }
  const check = (value: unknown) => {
    const parsed = contentSchemas[name].safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    throw invalid(parsed.error.issues.map(describeIssue).join('; '), parsed.error);
  };
  if (name === 'caseStudies') {
    return (await parseCaseStudies(folderFiles, renderMarkdown)) as SiteContent[Name];
  }
  if (name === 'games') return parseGames(folderFiles) as SiteContent[Name];
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
