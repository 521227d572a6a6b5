import { types } from 'node:util';
import vm from 'node:vm';

/** Work that was stopped because it took too long. */
export class TimeLimitReached extends Error {}

const context = vm.createContext({ work: null });
const script = new vm.Script('work()');

/**
 * Runs work that does not wait for anything, and stops it after so many milliseconds: parsers need
 * time squared for some texts, and one such file must not hold up all others.
 * @throws TimeLimitReached
 */
export function withTimeLimit<Result>(milliseconds: number, work: () => Result): Result {
  context.work = work;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as Result;
  } catch (error) {
    // The error belongs to the other context, whose Error is not ours.
    const code = types.isNativeError(error) && 'code' in error ? error.code : null;
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitReached(`This took longer than ${milliseconds} ms.`, { cause: error });
  } finally {
    context.work = null;
  }
}
