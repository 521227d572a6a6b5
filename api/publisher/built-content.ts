import { readBuiltDocuments } from './built-documents.ts';
import { readBuiltPages } from './built-pages.ts';
import type { PageContext } from './page-source.ts';

/** Returns the pages and search documents of a release's build. */
export const readBuiltContent = (
  siteFolder: string,
): Pick<PageContext, 'builtPages' | 'builtDocuments'> => ({
  builtPages: readBuiltPages(siteFolder),
  builtDocuments: readBuiltDocuments(siteFolder),
});
