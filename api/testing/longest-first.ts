import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files that take long for their size. Vitest sorts files without a recorded duration by size, and a
 * long file that starts last would run alone at the end.
 */
const longest =
  /\/(?:attacks|releases|readme-corpus|move-data|start|pictures|built-documents|several-publishers|crosspost\/process-next|payment-provider|pathological|fuzz)\.test\.ts$/;

/** Starts long test files first, so that all workers finish at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
