import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ArticleCheckResult, CheckFinding } from '#contracts/article-check.ts';
import { ApiError } from '../../../client/api-client.ts';
import { errorMessage } from '../../ui/use-loaded.ts';
import type { EditorForm } from '../form.ts';
import { type CheckBody, checkArticle } from './check-calls.ts';
import { allFindings, warningsOf } from './findings.ts';
import { type OutsideState, useOutside } from './use-outside.ts';

/** Pause in typing before the article is checked again, in milliseconds. */
const PAUSE_MS = 1200;
/** Pause before external links are checked as well, so that half-typed URLs are skipped, in milliseconds. */
const REST_MS = 6000;
/** Maximum time that publishing waits for the checks, in milliseconds. */
const PUBLISH_WAIT_MS = 2000;

export interface Checks {
  /** Null until the article has been checked, and while the text is empty. */
  result: ArticleCheckResult | null;
  findings: CheckFinding[];
  /** Number of findings that are more than notes. */
  warnings: number;
  /** Reason why the findings are older than the article, if they are. */
  problem: string | null;
  outside: OutsideState;
  /**
   * Checks the article again immediately.
   * @returns the findings; none after a timeout
   */
  warningsNow(): Promise<CheckFinding[]>;
}

/**
 * Checks the article after each longer pause.
 * @param asking true to check external links immediately instead of after a pause
 */
export function useChecks(form: EditorForm, id: string | null, asking: boolean): Checks {
  const [result, setResult] = useState<ArticleCheckResult | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const pausedForm = useDebouncedForm(form);
  const outside = useOutside(result, asking || pausedForm);
  const { title, subtitle, description, markdown, language, image, imageAlt } = form;
  const body = useMemo(
    (): CheckBody => ({
      id,
      title,
      subtitle,
      description,
      markdown,
      imageAlt,
      language: language.trim() || 'en',
      images: image === '' ? null : { public_id: image },
    }),
    [id, title, subtitle, description, markdown, language, image, imageAlt],
  );
  const hasText = markdown.trim() !== '';

  useEffect(() => {
    if (!hasText) {
      setResult(null);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      checkArticle(body, abort.signal)
        .then((checkResult) => {
          setResult(checkResult);
          setProblem(null);
        })
        .catch((error: unknown) => {
          if (!abort.signal.aborted) setProblem(errorMessage(error));
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [body, hasText]);

  const { answers } = outside;
  const findings = useMemo(() => (result ? allFindings(result, answers) : []), [result, answers]);
  const warningsNow = useCallback(async () => {
    try {
      const publishResult = await checkArticle(body, AbortSignal.timeout(PUBLISH_WAIT_MS));
      return warningsOf(allFindings(publishResult, answers));
    } catch (error) {
      // Failed checks never block saving: errors are reported when saving.
      if (error instanceof ApiError || error instanceof DOMException) return [];
      throw error;
    }
  }, [body, answers]);
  return { result, findings, warnings: warningsOf(findings).length, problem, outside, warningsNow };
}

/** True if the user has paused typing. */
function useDebouncedForm(form: EditorForm): boolean {
  const [rested, setRested] = useState<EditorForm | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(form), REST_MS);
    return () => clearTimeout(timer);
  }, [form]);
  return rested === form;
}
