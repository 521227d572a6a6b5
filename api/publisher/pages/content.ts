import path from 'node:path';
import type { SiteContent } from '#contracts/content.ts';
import type { PublishedPage } from '#contracts/page.ts';
import { getSiteContent } from '../owner-content.ts';
import {
  htmlFile,
  type PageContext,
  type PageLoader,
  type PageSource,
  tag,
} from '../page-source.ts';

/** Content with a page for each item. */
type ItemContent = Partial<Pick<SiteContent, 'caseStudies' | 'games'>>;

/** Files of pages that servers and hosts look for under a fixed name. */
const errorPages: Readonly<Record<string, string>> = { '/404': '404.html', '/500': '500.html' };

/** Returns the source of a page or document that depends on the owner's content only. */
export function contentSource(pagePath: string, content: ItemContent): PageSource {
  const isDocument = path.extname(pagePath) !== '';
  const pageFile = errorPages[pagePath] ?? htmlFile(pagePath);
  const game = isItemPath(pagePath)
    ? content.games?.find((candidate) => candidate.path === pagePath)
    : undefined;
  const page: PublishedPage = game ? { kind: 'game', game } : { kind: 'content' };
  return {
    kind: isDocument ? 'document' : 'page',
    file: isDocument ? pagePath.slice(1) : pageFile,
    // Others are recorded while the page is rendered. The page of a game does not depend on the other games.
    dependencies: game ? [tag.item(pagePath)] : [],
    content: { page },
  };
}

/** True for paths of case studies and games, which the owner can add and remove. */
export const isItemPath = (pagePath: string): boolean =>
  /^\/(?:project|gamecorner\/game)\/\d+$/.test(pagePath);

/** Returns the paths of the pages of case studies and games. */
export const listItemPaths = ({ caseStudies = [], games = [] }: ItemContent): string[] =>
  [...caseStudies, ...games].map((item) => item.path);

/** Returns the paths of the pages that depend on the owner's content only. */
export function listContentPaths(context: PageContext): string[] {
  const others = [...context.contentPages.keys()].filter((pagePath) => !isItemPath(pagePath));
  return [...others, ...listItemPaths(getSiteContent(context))];
}

/** Loads a page of the owner's content. */
export const contentPage: PageLoader = (context, pagePath) => {
  const isItem = isItemPath(pagePath);
  if (!isItem && !context.contentPages.has(pagePath)) return null;
  const content = getSiteContent(context);
  const exists = !isItem || listItemPaths(content).includes(pagePath);
  return exists ? contentSource(pagePath, content) : null;
};
