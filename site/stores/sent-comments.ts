import { COMMENT_FORM_MIN_MS } from '#contracts/comment-limits.ts';
import { ApiError } from '../client/api-client.ts';
import { postComment } from '../client/comment-api.ts';
import { $commentDrafts, deleteSent, draftKey, returnDraft, sendDraft } from './comment-drafts.ts';
import { loadComments, reloadForSession } from './comment-loading.ts';
import {
  $comments,
  addComment,
  changeComments,
  closeForm,
  draftOfSent,
  draftPlaceOf,
  openForm,
  reasonOf,
  type SentComment,
  showStatus,
} from './comments.ts';
import { confirmSessionAgain } from './session.ts';

/** All pending requests. Real-time events wait for them, so that a comment is not shown twice. */
let requests: Promise<unknown> = Promise.resolve();

/** Resolves when no comment is being sent. */
export const whenSent = (): Promise<unknown> => requests;

/** Shows a comment at once and sends it. After a failure it stays with a retry button. */
export function sendComment(parent: string | null, text: string, website: string): void {
  const { formToken, writer, comments, sent } = $comments.get();
  const thread = parent === null ? null : (comments[parent]?.parent ?? parent);
  const comment: SentComment = {
    key: createIdempotencyKey(),
    parent,
    thread,
    text,
    website,
    formToken,
    writer,
    failure: null,
  };
  sendDraft(draftOfSent(comment), text);
  changeComments({ sent: [comment, ...sent] });
  if (parent !== null) closeForm(parent);
  sendTracked(comment);
}

/** Sends a comment again with the same idempotency key. */
export function retryComment(comment: SentComment): void {
  setFailure(comment, null);
  sendTracked(comment);
}

/** Puts the text of a comment that could not be sent back into its field. */
export const editFailedComment = (comment: SentComment): void => returnToField(comment, '');

/** Sends a comment at once, also while others are being sent. `whenSent` waits for all of them. */
function sendTracked(comment: SentComment): void {
  requests = Promise.allSettled([requests, sendNow(comment)]);
}

async function sendNow(comment: SentComment): Promise<void> {
  // The form is usable before its token, which is loaded with the comments.
  if ($comments.get().formToken.value === '') await loadComments();
  const { article, formToken: latestToken } = $comments.get();
  const { key, parent, text, website } = comment;
  const formToken = comment.formToken.value === '' ? latestToken : comment.formToken;
  try {
    // The API rejects forms that are sent faster than a person types, but pasting can be that fast.
    await new Promise((resolve) =>
      setTimeout(resolve, formToken.at + COMMENT_FORM_MIN_MS - Date.now()),
    );
    const body = { comment: text, parent, website, key, formToken: formToken.value };
    const response = await postComment(article, body);
    deleteSent(draftOfSent(comment), text);
    remove(comment);
    addComment(response.comment);
    changeComments({
      count: response.result,
      focus: { id: response.comment._id, ifLost: true },
    });
    showStatus(response.msg);
  } catch (error) {
    const response = error instanceof ApiError ? error : null;
    if (response?.status === 401) {
      const typed = $commentDrafts.get()[draftOfSent(comment)]?.text;
      await confirmSessionAgain();
      await reloadForSession();
      returnToField(comment, response.message, typed);
    } else if (response?.fields.comment) returnToField(comment, response.fields.comment);
    else setFailure(comment, reasonOf(error));
  }
}

/**
 * Puts the text of a comment back into its field, above the text that the visitor has typed since.
 * @param typed text of the field, if the draft is closed
 */
function returnToField(comment: SentComment, error: string, typed?: string): void {
  const { parent, text } = comment;
  const { article, writing, writer, comments } = $comments.get();
  const hasField = writing === 'open' && (parent === null || comments[parent] !== undefined);
  if (!hasField) {
    setFailure(comment, error || comment.failure);
    return;
  }
  remove(comment);
  deleteSent(draftOfSent(comment), text);
  if (parent !== null) openForm(parent, 'reply');
  const key = draftKey(writer.id, draftPlaceOf(article, parent, 'reply'));
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
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
