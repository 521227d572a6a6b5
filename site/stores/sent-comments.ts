import { COMMENT_FORM_MIN_MS } from '#contracts/comment-limits.ts';
import { ApiError } from '../client/api-client.ts';
import { postComment } from '../client/comment-api.ts';
import { $commentDrafts, draftKey, returnDraft, sendDraft, settleSent } from './comment-drafts.ts';
import {
  $comments,
  addComment,
  changeComments,
  closeForm,
  draftOfSent,
  openForm,
  placeOf,
  reloadForSession,
  type SentComment,
} from './comments.ts';
import { confirmSessionAgain } from './session.ts';

/** All requests on their way, so that comments that arrive live meanwhile are not shown twice. */
let requests: Promise<unknown> = Promise.resolve();

/** Settles when no comment is on its way. */
export const allSent = (): Promise<unknown> => requests;

/** Shows a comment at once and sends it. A comment that could not be sent stays, with a retry button. */
export function sendComment(parent: string | null, text: string, website: string): void {
  const { stamp, writer, comments, sent } = $comments.get();
  const thread = parent === null ? null : (comments[parent]?.parent ?? parent);
  const comment: SentComment = {
    key: createKey(),
    parent,
    thread,
    text,
    website,
    stamp,
    writer,
    failure: null,
  };
  sendDraft(draftOfSent(comment), text);
  changeComments({ sent: [comment, ...sent] });
  if (parent !== null) closeForm(parent);
  send(comment);
}

/** Sends a comment once more, under the same key. */
export function retryComment(comment: SentComment): void {
  setFailure(comment, null);
  send(comment);
}

/** Puts the text of a comment that could not be sent back into its field. */
export const changeSent = (comment: SentComment): void => takeBack(comment, '');

function send(comment: SentComment): void {
  requests = Promise.allSettled([requests, attempt(comment)]);
}

async function attempt(comment: SentComment): Promise<void> {
  const { article } = $comments.get();
  const { key, parent, text, website, stamp } = comment;
  try {
    // The API rejects a form that comes back faster than a person types; pasting is faster.
    await new Promise((resolve) =>
      setTimeout(resolve, stamp.at + COMMENT_FORM_MIN_MS - Date.now()),
    );
    const body = { comment: text, parent, website, key, stamp: stamp.value };
    const answer = await postComment(article, body);
    settleSent(draftOfSent(comment), text);
    remove(comment);
    addComment(answer.comment);
    changeComments({
      count: answer.result,
      status: answer.msg,
      focus: { id: answer.comment._id, ifLost: true },
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) {
      const typed = $commentDrafts.get()[draftOfSent(comment)]?.text;
      await confirmSessionAgain();
      await reloadForSession();
      takeBack(comment, error.message, typed);
    } else if (error.fields.comment) takeBack(comment, error.fields.comment);
    else setFailure(comment, error.message);
  }
}

/** @param typed what stands in the field, if it is not there any more */
function takeBack(comment: SentComment, error: string, typed?: string): void {
  const { parent, text } = comment;
  const { article, writing, writer, comments } = $comments.get();
  const hasField = writing === 'open' && (parent === null || comments[parent] !== undefined);
  if (!hasField) {
    setFailure(comment, error || comment.failure);
    return;
  }
  remove(comment);
  settleSent(draftOfSent(comment), text);
  if (parent !== null) openForm(parent, 'reply');
  const key = draftKey(writer.id, placeOf(article, parent, 'reply'));
  const rest = (typed ?? $commentDrafts.get()[key]?.text ?? '').trim();
  returnDraft(key, rest ? `${text}\n\n${rest}` : text, error);
}

const remove = ({ key }: SentComment) =>
  changeComments({ sent: $comments.get().sent.filter((other) => other.key !== key) });

const setFailure = ({ key }: SentComment, failure: string | null) =>
  changeComments({
    sent: $comments.get().sent.map((other) => (other.key === key ? { ...other, failure } : other)),
  });

/** Returns a random key. `randomUUID` does not exist on pages without https. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
