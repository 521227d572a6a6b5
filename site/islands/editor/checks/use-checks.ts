import { useCallback, useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import type {
  ArticleCheckResult,
  articleCheckRequest,
  CheckFinding,
  ExternalLinkResult,
  externalLinkCheckResponse,
} from '#contracts/draft.ts';
import { ApiError, callApi } from '../../../client/api-client.ts';
import { errorMessage } from '../../ui/use-fetch.ts';
import type { EditorForm } from '../form.ts';

type CheckBody = z.input<typeof articleCheckRequest>;

type ExternalLinkResponse = z.infer<typeof externalLinkCheckResponse>;

/** Checks an article as it is in the editor. */
const checkArticle = (body: CheckBody, signal: AbortSignal): Promise<ArticleCheckResult> =>
  callApi('POST', '/api/admin/articles/checks', { body, signal });

/** Checks whether external URLs respond. */
const checkExternalLinks = (urls: string[], signal: AbortSignal): Promise<ExternalLinkResponse> =>
  callApi('POST', '/api/admin/articles/checks/links', { body: { urls }, signal });

/** Responses of external sites, by URL. */
type ExternalLinkFindings = ReadonlyMap<string, ExternalLinkResult['finding']>;

/** Findings that an author should see before publication. */
const warningsOf = (findings: CheckFinding[]): CheckFinding[] =>
  findings.filter(({ level }) => level !== 'note');

/** URLs per request, so that results appear while others are checked. */
const URLS_PER_REQUEST = 4;

export interface ExternalLinkState {
  linkFindings: ExternalLinkFindings;
  /** External links of the article without duplicates, and the number of unchecked ones. */
  links: number;
  unchecked: number;
  /** Reason why the remaining links are not checked, if any. */
  problem: string | null;
  retry(): void;
}

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
  externalLinks: ExternalLinkState;
  /**
   * Checks the article again immediately.
   * @returns the findings; none after a timeout
   */
  warningsNow(): Promise<CheckFinding[]>;
}

/**
 * Checks the article after each longer pause.
 * @param isActive true to check external links immediately instead of after a pause
 */
export function useChecks(form: EditorForm, id: string | null, isActive: boolean): Checks {
  const [result, setResult] = useState<ArticleCheckResult | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const pausedForm = useDebouncedForm(form);
  const externalLinks = useExternalLinks(result, isActive || pausedForm);
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

  const { linkFindings } = externalLinks;
  const findings = useMemo(
    () => (result ? allFindings(result, linkFindings) : []),
    [result, linkFindings],
  );
  const warningsNow = useCallback(async () => {
    try {
      const publishResult = await checkArticle(body, AbortSignal.timeout(PUBLISH_WAIT_MS));
      return warningsOf(allFindings(publishResult, linkFindings));
    } catch (error) {
      // Failed checks never block saving: errors are reported when saving.
      if (error instanceof ApiError || error instanceof DOMException) return [];
      throw error;
    }
  }, [body, linkFindings]);
  return {
    result,
    findings,
    warnings: warningsOf(findings).length,
    problem,
    externalLinks,
    warningsNow,
  };
}

/** True if the user has paused typing. */
function useDebouncedForm(form: EditorForm): boolean {
  const [debouncedForm, setDebouncedForm] = useState<EditorForm | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedForm(form), REST_MS);
    return () => clearTimeout(timer);
  }, [form]);
  return debouncedForm === form;
}

/** Checks the external links of an article in small batches while `isActive`. */
function useExternalLinks(result: ArticleCheckResult | null, isActive: boolean): ExternalLinkState {
  const [linkFindings, setLinkFindings] = useState<ExternalLinkFindings>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const urls = [...new Set(result?.externalLinks.map(({ url }) => url) ?? [])];
  const unchecked = urls.filter((url) => !linkFindings.has(url));
  const next =
    isActive && problem === null ? JSON.stringify(unchecked.slice(0, URLS_PER_REQUEST)) : '[]';

  useEffect(() => {
    const batch = JSON.parse(next) as string[];
    if (batch.length === 0) return;
    const abort = new AbortController();
    checkExternalLinks(batch, abort.signal)
      .then((response) => {
        setLinkFindings((known) => {
          const more = response.results.map(({ url, finding }) => [url, finding] as const);
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
  return { linkFindings, links: urls.length, unchecked: unchecked.length, problem, retry };
}

/** All findings in the order of the article: fields, text, the whole article. */
function allFindings(
  result: ArticleCheckResult,
  linkFindings: ExternalLinkFindings,
): CheckFinding[] {
  const externalLinks = result.externalLinks.flatMap(({ url, line }): CheckFinding[] => {
    const finding = linkFindings.get(url);
    return finding ? [{ ...finding, about: url, line, field: null }] : [];
  });
  return [...result.findings, ...externalLinks].sort((a, b) => sortKeyOf(a) - sortKeyOf(b));
}

function sortKeyOf({ field, line }: CheckFinding): number {
  if (field !== null) return -1;
  return line ?? Number.MAX_SAFE_INTEGER;
}
