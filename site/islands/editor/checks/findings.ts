import type { ArticleCheckResult, CheckFinding, OutsideAnswer } from '#contracts/article-check.ts';

/** Responses of external sites, by URL. */
export type OutsideAnswers = ReadonlyMap<string, OutsideAnswer['finding']>;

/** All findings in the order of the article: fields, text, the whole article. */
export function allFindings(result: ArticleCheckResult, answers: OutsideAnswers): CheckFinding[] {
  const outside = result.outside.flatMap(({ url, line }): CheckFinding[] => {
    const finding = answers.get(url);
    return finding ? [{ ...finding, about: url, line, field: null }] : [];
  });
  return [...result.findings, ...outside].sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ field, line }: CheckFinding): number {
  if (field !== null) return -1;
  return line ?? Number.MAX_SAFE_INTEGER;
}

/** Findings that an author should see before publication. */
export const warningsOf = (findings: CheckFinding[]): CheckFinding[] =>
  findings.filter(({ level }) => level !== 'note');
