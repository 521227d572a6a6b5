import type { CommentChanged } from '#contracts/comment.ts';
import { COMMENT_FORM_MIN_MS } from '#contracts/comment-limits.ts';
import { ApiError } from '../api-client.ts';
import { postComment } from './comment-calls.ts';
import type { Composer } from './composer.ts';
import type { Draft } from './draft.ts';
import { sendingItem, type Writer } from './sending.ts';

/** What the API gave along with the list, and when: a form sent back at once was filled by a program. */
export interface Stamp {
  value: string;
  /** Milliseconds since 1970. */
  at: number;
}

interface Sent {
  article: string;
  parent: string | null;
  text: string;
  website: string;
  stamp: Stamp;
  writer: Writer;
  /** Where the text goes back to when it cannot be sent as it is; undefined where nobody may write. */
  composer(): Composer | undefined;
  draft: Draft;
  /** Puts what is being sent into the page. */
  place(item: HTMLElement): void;
  arrived(answer: CommentChanged): void;
  /** The API knows nobody: asks who is here, and shows it. */
  signedOut(): Promise<void>;
}

/** Everything that is being sent, so that what arrives live in the meantime is not shown twice. */
let onTheirWay: Promise<unknown> = Promise.resolve();
/** What takes responses away that could not be sent. */
const unsent = new Set<() => void>();

/** Settles when nothing is being sent. */
export const nothingOnItsWay = (): Promise<unknown> => onTheirWay;

/** Takes away what could not be sent: somebody else is here now. Drafts keep it for who wrote it. */
export function hideUnsent(): void {
  for (const hide of unsent) hide();
}

/** Shows a response at once and sends it; what cannot be sent stays, with a way to try again. */
export function sendResponse(sent: Sent): void {
  const { text, draft } = sent;
  const key = newKey();
  const item = sendingItem(sent.writer, text);
  const leave = () => {
    item.element.remove();
    draft.release(text);
    unsent.delete(leave);
  };
  draft.hand(text);
  sent.place(item.element);
  const attempt = async () => {
    unsent.delete(leave);
    item.send();
    try {
      await untilOldEnough(sent.stamp);
      const { article, parent, stamp, website } = sent;
      const answer = await postComment(article, {
        ...{ comment: text, parent, website, key },
        stamp: stamp.value,
      });
      draft.settle(text);
      const focused = item.element.contains(document.activeElement);
      leave();
      sent.arrived(answer);
      if (focused) focusComment(answer.comment._id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) {
        const typed = sent.composer()?.text();
        await sent.signedOut();
        takeBack(error.message, typed);
      } else if (error.fields.comment) takeBack(error.fields.comment);
      else fail(error.message);
    }
  };
  const fail = (sentence: string) => {
    item.fail(sentence);
    unsent.add(leave);
  };
  const takeBack = (sentence: string, before?: string) => {
    const composer = sent.composer();
    if (!composer) return fail(sentence);
    leave();
    draft.settle(text);
    const typed = (before ?? composer.text()).trim();
    composer.takeBack(typed ? `${text}\n\n${typed}` : text, sentence);
    composer.focus();
  };
  const start = () => {
    const attempted = attempt();
    onTheirWay = Promise.allSettled([onTheirWay, attempted]);
  };
  item.retry.addEventListener('click', () => {
    item.focus();
    start();
  });
  item.change.addEventListener('click', () => takeBack(''));
  start();
}

function focusComment(id: string): void {
  const article = document.querySelector<HTMLElement>(`[data-comment="${CSS.escape(id)}"] article`);
  article?.focus({ preventScroll: true });
}

/**
 * What a response is called while it is sent, however often: the API stores it once. Not by
 * randomUUID, which plain http lacks.
 */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whoever pastes an answer is faster than the API believes of people. */
async function untilOldEnough({ at }: Stamp): Promise<void> {
  const wait = at + COMMENT_FORM_MIN_MS - Date.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
