import { DomainError } from '../../errors.ts';

/** Why a code cannot be used, said at the field where it is typed. */
export const codeRefused = (msg: string) =>
  new DomainError('CODE_REFUSED', { msg, fields: { code: msg } });
