import type { CheckResult } from '#contracts/ready.ts';

/** Runs a check, and reports an exception such as that of a damaged database as its failure. */
export async function attemptCheck<Result extends CheckResult | null>(
  name: string,
  check: () => Result | Promise<Result>,
): Promise<Result | CheckResult> {
  try {
    return await check();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, state: 'failed', msg: `This could not be checked (${reason}). See the log.` };
  }
}
