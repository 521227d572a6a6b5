import type { AppContext } from '../../context.ts';

/** What an import works with; of the publisher only the bell is rung. */
export type ImportContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown'> & {
  publisher: Pick<AppContext['publisher'], 'wake'>;
};
