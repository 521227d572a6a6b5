import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { z } from 'zod';
import type {
  AiHelperAction,
  AiHelperEvent,
  AiHelperResponse,
  aiHelperRequest,
  AI_HELPER_TEXT_MAX as CONTRACT_TEXT_MAX,
} from '#contracts/ai-helper.ts';
import { ApiError, callApi, openApi } from '../../../client/api-client.ts';
import { errorMessage } from '../../ui/use-fetch.ts';

/** Target of the AI helper: what is sent, and where the result is inserted. */
export interface Subject {
  action: AiHelperAction;
  /** Title of the panel, such as `Improve the selection`. */
  name: string;
  /** Place of the result. The text has its own undo. */
  where: 'text' | 'field';
  /** True if the result replaces everything that was sent, so that a partial one would lose text. */
  rewrites?: true;
  /** Marks the target before the request is sent. */
  begin(): void;
  /** Returns the current content to send. */
  text(): string;
  /** Returns the current content of the target; null if it was deleted. */
  now(): string | null;
  /** Converts a proposal to content for the target, whose current content is `now`. */
  normalize(proposed: string, now: string): string;
  accept(text: string): void;
  /** Removes the mark of the target. */
  release(): void;
  /** Restores the focus. */
  restoreFocus(): void;
}

type AiHelperRequest = z.input<typeof aiHelperRequest>;

/** Timeout of a whole response, in milliseconds; longer than that of the server. */
const TIMEOUT_MS = 150_000;

const readAiHelper = (): Promise<AiHelperResponse> => callApi('GET', '/api/admin/ai-helper');

/** State of a response. `text` is the proposal so far. */
export type Proposal =
  | { state: 'writing' | 'stopped'; text: string }
  /** `cut`: truncated at the maximum length. */
  | { state: 'ready'; text: string; cut: boolean }
  | { state: 'failed'; text: string; msg: string; reason: string }
  /** Accepted; the previous content is stored for undo. */
  | { state: 'accepted'; text: string };

/** A request to the AI helper and its result. */
export interface Session {
  subject: Subject;
  /** Content of the target at the time of the request or, once accepted, just before it was replaced. */
  before: string;
  proposal: Proposal;
}

/** Context of all requests. */
interface About {
  title: string;
  language: string;
}

/** Interval of updates while a response is streamed, in milliseconds: each update runs a word diff. */
const SHOW_EVERY_MS = 100;

/** The AI helper for the parts of the editor: one request at a time. */
export function useAiHelper() {
  const [info, setInfo] = useState<AiHelperResponse | null>(null);
  const [session, setSession] = useState<Session | null>(null);
  const about = useRef<About>({ title: '', language: 'en' });
  const call = useRef<AbortController>(undefined);
  const open = useRef<Subject>(undefined);

  const refresh = useCallback(() => {
    // If the status cannot be loaded, the AI helper counts as off, and the button retries.
    readAiHelper()
      .then(setInfo)
      .catch(() => undefined);
  }, []);
  useEffect(() => {
    refresh();
    return () => call.current?.abort();
  }, [refresh]);

  const generate = useCallback(
    async (subject: Subject) => {
      call.current?.abort();
      if (open.current !== subject) {
        open.current?.release();
        subject.begin();
        open.current = subject;
      }
      const before = subject.now() ?? '';
      const own = new AbortController();
      call.current = own;
      const show = (proposal: Proposal) => {
        if (call.current === own) setSession({ subject, before, proposal });
      };
      let text = '';
      let shownAt = 0;
      show({ state: 'writing', text });
      const body = { action: subject.action, text: subject.text(), ...about.current };
      try {
        for await (const event of streamProposal(body, own.signal)) {
          if (event.type === 'text') {
            text += event.text;
            if (performance.now() - shownAt < SHOW_EVERY_MS) continue;
            shownAt = performance.now();
            show({ state: 'writing', text });
          } else if (event.type === 'end') {
            show({ state: 'ready', text, cut: event.cut });
            setInfo((known) => known && { ...known, today: event.today });
          } else {
            show({ state: 'failed', text, msg: event.msg, reason: event.reason });
            refresh();
          }
        }
        if (own.signal.aborted) {
          show({ state: 'stopped', text });
          refresh();
        }
      } catch (error) {
        if (own.signal.aborted) show({ state: 'stopped', text });
        else show({ state: 'failed', text, msg: 'Error in AI', reason: refusalReasonOf(error) });
        refresh();
      }
    },
    [refresh],
  );

  const end = useCallback(() => {
    call.current?.abort();
    call.current = undefined;
    open.current = undefined;
    setSession(null);
  }, []);

  return useMemo(
    () => ({
      info,
      session,
      refresh,
      /** Sets the article. */
      setArticle(next: About) {
        about.current = next;
      },
      generate: (subject: Subject) => void generate(subject),
      /** Stops the response. */
      stop: () => call.current?.abort(),
      /** Closes the panel without a change. */
      close() {
        session?.subject.release();
        session?.subject.restoreFocus();
        end();
      },
      accept(text: string) {
        if (!session) return;
        const { subject } = session;
        const before = subject.now() ?? '';
        subject.accept(text);
        // The text has its own undo; the undo of a field is here.
        if (subject.where === 'text') end();
        else setSession({ subject, before, proposal: { state: 'accepted', text } });
      },
      undo() {
        session?.subject.accept(session.before);
        end();
      },
    }),
    [info, session, refresh, generate, end],
  );
}

function refusalReasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  const { reason } = (error.details ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? reason : error.message;
}

export type AiHelperState = ReturnType<typeof useAiHelper>;

const AiHelperContext = createContext<AiHelperState | null>(null);
export const AiHelperProvider = AiHelperContext.Provider;

/** Returns the AI helper of the surrounding editor. */
export function useAiHelperContext(): AiHelperState {
  const aiHelper = useContext(AiHelperContext);
  if (!aiHelper) throw new Error('no AI helper');
  return aiHelper;
}

/**
 * Yields the events of a response as they arrive; the last one has the outcome.
 * @throws ApiError if the request fails before the first event
 */
async function* streamProposal(
  body: AiHelperRequest,
  signal: AbortSignal,
): AsyncGenerator<AiHelperEvent> {
  const options = { body, signal, timeout: TIMEOUT_MS, headers: { accept: 'text/event-stream' } };
  const response = await openApi('POST', '/api/admin/ai-helper', options);
  let rest = '';
  let ended = false;
  try {
    for await (const text of readText(response)) {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const event = JSON.parse(frame.replace(/^data: /, '')) as AiHelperEvent;
        ended = event.type !== 'text';
        yield event;
      }
    }
  } catch (error) {
    // Aborted by the caller.
    if (signal.aborted) return;
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  }
  if (!ended && !signal.aborted) {
    const reason = 'The connection to this site broke off.';
    yield { type: 'failed', msg: 'Error in AI', reason };
  }
}

async function* readText(response: Response): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Leaving the loop early aborts the request.
    await reader.cancel().catch(() => undefined);
  }
}

/** Maximum characters per request. Importing the value would add all of zod; its type makes both equal. */
export const AI_HELPER_TEXT_MAX: typeof CONTRACT_TEXT_MAX = 12_000;
