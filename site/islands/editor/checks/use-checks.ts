import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ArticleCheckResult, CheckFinding } from '#contracts/article-check.ts';
import { ApiError } from '../../../client/api-client.ts';
import { sentence } from '../../ui/use-loaded.ts';
import type { EditorForm } from '../form.ts';
import { type CheckBody, checkArticle } from './check-calls.ts';
import { allFindings, warningsOf } from './findings.ts';
import { type OutsideState, useOutside } from './use-outside.ts';

/** Pause in typing before the article is looked through again. Milliseconds. */
const PAUSE_MS = 1200;
/** Pause after which other sites are asked as well: half an address should not be. Milliseconds. */
const REST_MS = 6000;
/** How long publishing waits for what the checks say. Milliseconds. */
const PUBLISH_WAIT_MS = 2000;

export interface Checks {
  /** Null until the article was looked through, and while there is no text. */
  result: ArticleCheckResult | null;
  findings: CheckFinding[];
  /** How many of them are more than notes. */
  warnings: number;
  /** Why what is shown is older than the article, if it is. */
  problem: string | null;
  outside: OutsideState;
  /** Looks through it once more, now. @returns what is worth knowing; nothing when it takes too long */
  warningsNow(): Promise<CheckFinding[]>;
}

/**
 * Looks through the article at every longer pause.
 * @param asking whether other sites are asked at once, and not only when nothing was typed for a while
 */
export function useChecks(form: EditorForm, id: string | null, asking: boolean): Checks {
  const [result, setResult] = useState<ArticleCheckResult | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const rested = useRested(form);
  const outside = useOutside(result, asking || rested);
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
        .then((answer) => {
          setResult(answer);
          setProblem(null);
        })
        .catch((error: unknown) => {
          if (!abort.signal.aborted) setProblem(sentence(error));
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
      const found = await checkArticle(body, AbortSignal.timeout(PUBLISH_WAIT_MS));
      return warningsOf(allFindings(found, answers));
    } catch (error) {
      // Checks never stand in the way: what is wrong with saving, saving says.
      if (error instanceof ApiError || error instanceof DOMException) return [];
      throw error;
    }
  }, [body, answers]);
  return { result, findings, warnings: warningsOf(findings).length, problem, outside, warningsNow };
}

/** Whether nothing was typed for a while. */
function useRested(form: EditorForm): boolean {
  const [rested, setRested] = useState<EditorForm | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(form), REST_MS);
    return () => clearTimeout(timer);
  }, [form]);
  return rested === form;
}
