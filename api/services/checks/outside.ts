import type { OutsideAnswer } from '#contracts/article-check.ts';
import type { AppContext } from '../../context.ts';
import {
  createLinkRequester,
  type LinkResult,
  type RequestLink,
} from '../../integrations/outside-links.ts';

/** Milliseconds for which results are cached. */
const CACHE_MS = 3_600_000;
/** Maximum number of cached results; the oldest are dropped first. */
const CACHED_MAX = 2000;
/** Maximum number of simultaneous requests. */
const SIMULTANEOUS_MAX = 4;

const OFFLINE = 'The server cannot reach other sites right now.';
const SWITCHED_OFF = 'Checks of external links are off (CHECK_LINKS).';

/** Requests external links, each at most once an hour. */
export type CheckOutside = (
  urls: readonly string[],
) => Promise<{ problem: string | null; answers: OutsideAnswer[] }>;

/** @param requestLink sends a request, or a fake in tests; not called if the owner has turned the checks off */
export function createOutsideCheck(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  requestLink: RequestLink = createLinkRequester(),
): CheckOutside {
  const cache = new Map<string, { answer: LinkResult; at: number }>();
  const pending = new Map<string, Promise<LinkResult>>();
  const queue: (() => void)[] = [];
  let active = 0;

  async function runLimited(work: () => Promise<LinkResult>): Promise<LinkResult> {
    if (active >= SIMULTANEOUS_MAX) await new Promise<void>((resolve) => queue.push(resolve));
    else active += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  }

  function storeResult(url: string, answer: LinkResult): void {
    if (answer.kind === 'offline') return;
    cache.delete(url);
    cache.set(url, { answer, at: clock() });
    const [oldest] = cache.keys();
    if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest);
  }

  function resultOf(url: string): Promise<LinkResult> | LinkResult {
    const cached = cache.get(url);
    if (cached && clock() - cached.at < CACHE_MS) return cached.answer;
    const request =
      pending.get(url) ??
      runLimited(() => requestLink(url)).then((answer) => {
        storeResult(url, answer);
        pending.delete(url);
        return answer;
      });
    pending.set(url, request);
    return request;
  }

  return async (urls) => {
    if (!config.checkLinks) return { problem: SWITCHED_OFF, answers: [] };
    const answers = await Promise.all(urls.map((url) => resultOf(withoutHash(url))));
    return {
      problem: answers.some(({ kind }) => kind === 'offline') ? OFFLINE : null,
      answers: urls.flatMap((url, index) => {
        const answer = answers[index];
        if (!answer || answer.kind === 'offline') return [];
        return [{ url, finding: findingOf(answer) }];
      }),
    };
  };
}

const withoutHash = (url: string) => url.replace(/#.*$/s, '');

function findingOf(answer: LinkResult): OutsideAnswer['finding'] {
  switch (answer.kind) {
    case 'sound':
    case 'offline':
      return null;
    case 'moved':
      return {
        code: 'link-moved',
        level: 'advice',
        msg: `The page has moved to ${answer.to}`,
      };
    case 'nobody':
      return { code: 'link-broken', level: 'problem', msg: 'This domain does not exist.' };
    case 'silent':
      return { code: 'link-broken', level: 'problem', msg: answer.reason };
    case 'refused':
      return {
        code: 'link-unasked',
        level: 'advice',
        msg: 'This address is not public: readers cannot open it.',
      };
    case 'status':
      return classifyStatus(answer.status);
  }
}

/** Classifies a status. Many sites reject clients that are not browsers, but not readers. */
function classifyStatus(status: number): OutsideAnswer['finding'] {
  if (status === 404 || status === 410) {
    return { code: 'link-broken', level: 'problem', msg: `The page does not exist (${status}).` };
  }
  if (status >= 500 && status !== 503) {
    return { code: 'link-broken', level: 'problem', msg: `The site has a problem (${status}).` };
  }
  return {
    code: 'link-unasked',
    level: 'note',
    msg: `The site refused the check (${status}). Please open the link yourself.`,
  };
}
