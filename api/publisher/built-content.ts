import { readBuiltDocuments } from './built-documents.ts';
import { readBuiltPages } from './built-pages.ts';
import type { PageContext } from './page-source.ts';

/** What a release's build says about its own pages: which there are, and what they are found by. */
export const readBuiltContent = (
  siteFolder: string,
): Pick<PageContext, 'builtPages' | 'builtDocuments'> => ({
  builtPages: readBuiltPages(siteFolder),
  builtDocuments: readBuiltDocuments(siteFolder),
});
