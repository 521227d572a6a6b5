import { useEffect, useState } from 'react';
import type { ArticleCheckResult } from '#contracts/article-check.ts';
import { errorMessage } from '../../ui/use-loaded.ts';
import { checkOutside } from './check-calls.ts';
import type { OutsideAnswers } from './findings.ts';

/** URLs per request, so that results appear while others are checked. */
const URLS_PER_REQUEST = 4;

export interface OutsideState {
  answers: OutsideAnswers;
  /** External links of the article without duplicates, and the number of unchecked ones. */
  links: number;
  unasked: number;
  /** Reason why the remaining links are not checked, if any. */
  problem: string | null;
  retry(): void;
}

/** Checks the external links of an article in small batches while `asking`. */
export function useOutside(result: ArticleCheckResult | null, asking: boolean): OutsideState {
  const [answers, setAnswers] = useState<OutsideAnswers>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const urls = [...new Set(result?.outside.map(({ url }) => url) ?? [])];
  const unasked = urls.filter((url) => !answers.has(url));
  const next =
    asking && problem === null ? JSON.stringify(unasked.slice(0, URLS_PER_REQUEST)) : '[]';

  useEffect(() => {
    const batch = JSON.parse(next) as string[];
    if (batch.length === 0) return;
    const abort = new AbortController();
    checkOutside(batch, abort.signal)
      .then((response) => {
        setAnswers((known) => {
          const more = response.answers.map(({ url, finding }) => [url, finding] as const);
          return new Map([...known, ...more]);
        });
        setProblem(response.problem);
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setProblem(errorMessage(error));
      });
    return () => abort.abort();
  }, [next]);

  const retry = () => setProblem(null);
  return { answers, links: urls.length, unasked: unasked.length, problem, retry };
}
