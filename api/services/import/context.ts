import type { AppContext } from '../../context.ts';

/** Dependencies of an import. */
export type ImportContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown'> & {
  publisher: Pick<AppContext['publisher'], 'wake'>;
};
