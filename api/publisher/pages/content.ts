import path from 'node:path';
import { htmlFile, type PageLoader } from '../page-source.ts';

/** Pages that show the owner's content and nothing of the database. */
export const contentPaths: readonly string[] = [
  '/about',
  '/contact',
  '/help',
  '/privacy',
  '/resume',
  '/resume.pdf',
  '/technologies.svg',
  '/terms',
  '/tools',
];

/** Renders a page of the owner's content, which records the content that it reads. */
export const contentPage: PageLoader = (_context, pagePath) => {
  if (!contentPaths.includes(pagePath)) return null;
  const isDocument = path.extname(pagePath) !== '';
  return {
    kind: isDocument ? 'document' : 'page',
    file: isDocument ? pagePath.slice(1) : htmlFile(pagePath),
    reads: [],
    content: { page: { kind: 'content' } },
  };
};
