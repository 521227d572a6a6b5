import path from 'node:path';
import { getSiteContent } from '../owner-content.ts';
import { htmlFile, type PageContext, type PageLoader, type PageSource } from '../page-source.ts';

/** Files of pages that servers and hosts look for under a fixed name. */
const errorPages: Readonly<Record<string, string>> = { '/404': '404.html', '/500': '500.html' };

/** Returns the source of a page or document that depends on the owner's content only. */
export function contentSource(pagePath: string): PageSource {
  const isDocument = path.extname(pagePath) !== '';
  const pageFile = errorPages[pagePath] ?? htmlFile(pagePath);
  return {
    kind: isDocument ? 'document' : 'page',
    file: isDocument ? pagePath.slice(1) : pageFile,
    // Recorded while the page is rendered.
    dependencies: [],
    content: { page: { kind: 'content' } },
  };
}

/** True for paths of case studies, which the owner can add and remove. */
export const isStudyPath = (pagePath: string): boolean => /^\/project\/[1-9]\d*$/.test(pagePath);

/** Returns the paths of the pages that depend on the owner's content only. */
export function listContentPaths(context: PageContext): string[] {
  const others = [...context.contentPages.keys()].filter((pagePath) => !isStudyPath(pagePath));
  const { caseStudies = [] } = getSiteContent(context);
  return [...others, ...caseStudies.map((study) => study.path)];
}

/** Loads a page of the owner's content. */
export const contentPage: PageLoader = (context, pagePath) => {
  const { contentPages } = context;
  const exists = isStudyPath(pagePath)
    ? getSiteContent(context).caseStudies?.some((study) => study.path === pagePath)
    : contentPages.has(pagePath);
  return exists ? contentSource(pagePath) : null;
};
