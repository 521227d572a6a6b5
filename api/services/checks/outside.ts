import type { OutsideAnswer } from '#contracts/article-check.ts';
import type { AppContext } from '../../context.ts';
import {
  type AskLink,
  createLinkAsker,
  type LinkAnswer,
} from '../../integrations/outside-links.ts';

/** Milliseconds that an answer holds. */
const KEPT_MS = 3_600_000;
/** Maximum number of cached results; the oldest are dropped first. */
const KEPT_MAX = 2000;
/** Maximum number of simultaneous requests. */
const AT_ONCE_MAX = 4;

const OFFLINE = 'The server cannot reach other sites right now.';
const SWITCHED_OFF = 'Checks of external links are off (CHECK_LINKS).';

/** Asks addresses of other sites, each at most once an hour. */
export type CheckOutside = (
  urls: readonly string[],
) => Promise<{ problem: string | null; answers: OutsideAnswer[] }>;

/** @param ask sends a request, or a fake in tests; not called if the owner has turned the checks off */
export function createOutsideCheck(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  ask: AskLink = createLinkAsker(),
): CheckOutside {
  const kept = new Map<string, { answer: LinkAnswer; at: number }>();
  const underway = new Map<string, Promise<LinkAnswer>>();
  const queue: (() => void)[] = [];
  let active = 0;

  async function inTurn(work: () => Promise<LinkAnswer>): Promise<LinkAnswer> {
    if (active >= AT_ONCE_MAX) await new Promise<void>((resolve) => queue.push(resolve));
    else active += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  }

  function keep(url: string, answer: LinkAnswer): void {
    if (answer.kind === 'offline') return;
    kept.delete(url);
    kept.set(url, { answer, at: clock() });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  }

  function answerOf(url: string): Promise<LinkAnswer> | LinkAnswer {
    const known = kept.get(url);
    if (known && clock() - known.at < KEPT_MS) return known.answer;
    const asked =
      underway.get(url) ??
      inTurn(() => ask(url)).then((answer) => {
        keep(url, answer);
        underway.delete(url);
        return answer;
      });
    underway.set(url, asked);
    return asked;
  }

  return async (urls) => {
    if (!config.checkLinks) return { problem: SWITCHED_OFF, answers: [] };
    const answers = await Promise.all(urls.map((url) => answerOf(withoutHash(url))));
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

function findingOf(answer: LinkAnswer): OutsideAnswer['finding'] {
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
      return judgeStatus(answer.status);
  }
}

/** Many sites reject clients that are not browsers, although readers can open them. */
function judgeStatus(status: number): OutsideAnswer['finding'] {
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
