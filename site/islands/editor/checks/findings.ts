import type { ArticleCheckResult, CheckFinding, OutsideAnswer } from '#contracts/article-check.ts';

/** What other sites have answered so far, by address. */
export type OutsideAnswers = ReadonlyMap<string, OutsideAnswer['finding']>;

/** Everything that is known, in the order of the article: its fields, its text, the whole. */
export function allFindings(result: ArticleCheckResult, answers: OutsideAnswers): CheckFinding[] {
  const outside = result.outside.flatMap(({ url, line }): CheckFinding[] => {
    const finding = answers.get(url);
    return finding ? [{ ...finding, about: url, line, field: null }] : [];
  });
  return [...result.findings, ...outside].sort((one, other) => placeOf(one) - placeOf(other));
}

function placeOf({ field, line }: CheckFinding): number {
  if (field !== null) return -1;
  return line ?? Number.MAX_SAFE_INTEGER;
}

/** Those that an author should have seen before readers do. */
export const warningsOf = (findings: CheckFinding[]): CheckFinding[] =>
  findings.filter(({ level }) => level !== 'note');
