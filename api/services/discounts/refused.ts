import { DomainError } from '../../errors.ts';

/** Creates the error for a code that cannot be used, at its field. */
export const codeRefused = (msg: string) =>
  new DomainError('CODE_REFUSED', { msg, fields: { code: msg } });
