import { types } from 'node:util';
import vm from 'node:vm';

/** The work was stopped because it took too long. */
export class TimeLimitReached extends Error {}

const context = vm.createContext({ work: null });
const script = new vm.Script('work()');

/**
 * Runs synchronous work with a time limit, because parsers need quadratic time for some texts.
 * @throws TimeLimitReached
 */
export function withTimeLimit<Result>(milliseconds: number, work: () => Result): Result {
  context.work = work;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as Result;
  } catch (error) {
    // The error comes from another context with its own Error class.
    const code = types.isNativeError(error) && 'code' in error ? error.code : null;
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitReached(`This took longer than ${milliseconds} ms.`, { cause: error });
  } finally {
    context.work = null;
  }
}
