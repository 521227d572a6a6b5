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
  /** Where the text goes back to when it cannot be sent as it is. */
  composer(): Composer;
  draft: Draft;
  /** Puts what is being sent into the page. */
  place(item: HTMLElement): void;
  arrived(answer: CommentChanged): void;
}

/** Everything that is being sent, so that what arrives live in the meantime is not shown twice. */
let onTheirWay: Promise<unknown> = Promise.resolve();

/** Settles when nothing is being sent. */
export const nothingOnItsWay = (): Promise<unknown> => onTheirWay;

/** Shows a response at once and sends it; what cannot be sent stays, with a way to try again. */
export function sendResponse(sent: Sent): void {
  const { text, draft } = sent;
  const item = sendingItem(sent.writer, text);
  sent.place(item.element);
  const attempt = async () => {
    item.send();
    try {
      await untilOldEnough(sent.stamp);
      const { article, parent, stamp, website } = sent;
      const answer = await postComment(article, {
        ...{ comment: text, parent, website },
        stamp: stamp.value,
      });
      if (draft.read().trim() === text) draft.write('');
      const focused = item.element.contains(document.activeElement);
      item.element.remove();
      sent.arrived(answer);
      if (focused) focusComment(answer.comment._id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const sentence = error.fields.comment;
      if (sentence) takeBack(sentence);
      else item.fail(error.message);
    }
  };
  const takeBack = (sentence: string) => {
    item.element.remove();
    const composer = sent.composer();
    const typed = composer.text().trim();
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

/** Whoever pastes an answer is faster than the API believes of people. */
async function untilOldEnough({ at }: Stamp): Promise<void> {
  const wait = at + COMMENT_FORM_MIN_MS - Date.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
