import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take the longest for their size, by which files without a recorded duration are sorted.
 * Begun last, one of them would run alone at the end.
 */
const longest =
  /\/(?:attacks|releases|readme-corpus|move-data|start|pictures|built-documents|several-publishers|crosspost\/process-next|payment-provider|pathological|fuzz)\.test\.ts$/;

/** The order of test files: the longest first, so that no worker waits for another in the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
