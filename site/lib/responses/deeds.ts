import { ApiError } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { readSessionFlag } from '../session-flag.ts';
import { askBefore } from './ask.ts';
import { changeComment, deleteComment, likeComment } from './comment-calls.ts';
import type { CommentView } from './comment-view.ts';
import { createComposer } from './composer.ts';
import { draftOf } from './draft.ts';

/** The way to sign in that leads back to the open panel, or to one of its responses. */
export function signInLink(words: string, hash: string): HTMLAnchorElement {
  const next = encodeURIComponent(location.pathname + hash);
  return element('a', { href: `/login?next=${next}` }, words);
}

/** Likes it or takes the like back, at once; a refusal takes that back and says why. */
export async function toggleLike(view: CommentView): Promise<void> {
  const { _id: id, liked, likes } = view.data;
  if (readSessionFlag() === null) {
    return sayAt(view, 'To like responses, please ', signInLink('sign in', `#comment-${id}`), '.');
  }
  const like = view.controls.like;
  if (like.ariaBusy === 'true') return;
  like.ariaBusy = 'true';
  sayAt(view);
  view.update({ ...view.data, liked: !liked, likes: likes + (liked ? -1 : 1) });
  try {
    const answer = await likeComment(id, !liked);
    view.update({ ...view.data, liked: answer.liked, likes: answer.totalLikes });
  } catch (error) {
    view.update({ ...view.data, liked, likes });
    sayAt(view, sentenceOf(error));
  } finally {
    like.ariaBusy = null;
  }
}

/** Opens the text of one's own response for changing. */
export function editComment(view: CommentView, saved: (msg: string) => void): void {
  if (view.element.classList.contains('response--editing')) {
    view.place.querySelector('textarea')?.focus();
    return;
  }
  const id = view.data._id;
  const draft = draftOf(`edit ${id}`);
  const close = () => {
    draft.write('');
    view.place.replaceChildren();
    view.element.classList.remove('response--editing');
    view.focus();
  };
  const composer = createComposer({
    ...{ id: `edit-${id}`, label: 'Your response', submit: 'Save', text: view.data.comment, draft },
    onCancel: close,
    async onSend(text) {
      composer.busy(true);
      try {
        const answer = await changeComment(id, text);
        view.update(answer.comment);
        close();
        saved(answer.msg);
      } catch (error) {
        const fields = error instanceof ApiError ? error.fields : {};
        composer.takeBack(text, fields.comment ?? sentenceOf(error));
      } finally {
        composer.busy(false);
      }
    },
  });
  view.element.classList.add('response--editing');
  view.place.replaceChildren(composer.form);
  composer.focus();
}

/** Asks, and deletes one's own response. */
export async function removeComment(
  view: CommentView,
  removed: (answer: Awaited<ReturnType<typeof deleteComment>>) => void,
): Promise<void> {
  const sure = await askBefore({
    title: 'Delete your response?',
    text: 'It goes for good. Replies to it stay.',
    yes: 'Delete',
  });
  if (!sure) return;
  sayAt(view);
  try {
    removed(await deleteComment(view.data._id));
  } catch (error) {
    sayAt(view, sentenceOf(error));
  }
}

/** Says something under a response; nothing takes back what was said. */
export function sayAt(view: CommentView, ...words: (Node | string)[]): void {
  view.place.querySelector('[role="alert"]')?.remove();
  if (words.length === 0) return;
  view.place.prepend(element('p', { class: 'response__said', role: 'alert' }, ...words));
}

/** What went wrong, in a sentence. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}
