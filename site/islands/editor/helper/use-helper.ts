import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { HelperResponse } from '#contracts/helper.ts';
import { ApiError } from '../../../client/api-client.ts';
import { errorMessage } from '../../ui/use-loaded.ts';
import { readHelper, streamProposal } from './helper-calls.ts';
import type { Subject } from './subject.ts';

/** State of a response. `text` is the proposal so far. */
export type Answer =
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
  answer: Answer;
}

/** Context of all requests. */
interface About {
  title: string;
  language: string;
}

/** Interval of updates while a response is streamed, in milliseconds: each update runs a word diff. */
const SHOW_EVERY_MS = 100;

/** The AI helper for the parts of the editor: one request at a time. */
export function useHelper() {
  const [info, setInfo] = useState<HelperResponse | null>(null);
  const [session, setSession] = useState<Session | null>(null);
  const about = useRef<About>({ title: '', language: 'en' });
  const call = useRef<AbortController>(undefined);
  const open = useRef<Subject>(undefined);

  const refresh = useCallback(() => {
    // If the status cannot be loaded, the AI helper counts as off, and the button retries.
    readHelper()
      .then(setInfo)
      .catch(() => undefined);
  }, []);
  useEffect(() => {
    refresh();
    return () => call.current?.abort();
  }, [refresh]);

  const ask = useCallback(
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
      const show = (answer: Answer) => {
        if (call.current === own) setSession({ subject, before, answer });
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
        else show({ state: 'failed', text, msg: 'Error in AI', reason: reasonOf(error) });
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
      tell(next: About) {
        about.current = next;
      },
      ask: (subject: Subject) => void ask(subject),
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
        else setSession({ subject, before, answer: { state: 'accepted', text } });
      },
      undo() {
        session?.subject.accept(session.before);
        end();
      },
    }),
    [info, session, refresh, ask, end],
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  const { reason } = (error.details ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? reason : error.message;
}

export type HelperState = ReturnType<typeof useHelper>;

const HelperContext = createContext<HelperState | null>(null);
export const HelperProvider = HelperContext.Provider;

/** Returns the AI helper of the surrounding editor. */
export function useHelperContext(): HelperState {
  const helper = useContext(HelperContext);
  if (!helper) throw new Error('no AI helper');
  return helper;
}
