import type { CommentChanged, CommentList } from '#contracts/comment.ts';
import { commentMessages, GUEST_NAME } from '#contracts/comment-limits.ts';
import { $session, confirmSession } from '../../stores/session.ts';
import { avatarOf } from '../member/avatar.ts';
import { element } from '../search/elements.ts';
import { RESPONSES_HASH } from './address.ts';
import type { CommentView } from './comment-view.ts';
import { type Composer, createComposer } from './composer.ts';
import { signInLink } from './deeds.ts';
import { draftOf } from './draft.ts';
import { type Stamp, sendResponse } from './posting.ts';
import type { Writer } from './sending.ts';

export interface Article {
  /** _id. */
  id: string;
  slug: string;
}

interface Options {
  article: Article;
  /** Puts a response on its way on top of the others. */
  placeFirst(item: HTMLElement): void;
  arrived(answer: CommentChanged): void;
  /** The thread that a response stands in: itself, where it is no reply. */
  threadOf(view: CommentView): CommentView;
  /** The session has ended: asks who is here, and shows it. */
  signedOut(): Promise<void>;
}

const guest: Writer = { id: null, name: GUEST_NAME, avatar: null };

/** Where responses are written: on top of the list, and under each of them. */
export class Writing {
  readonly element = element('div', { class: 'responses__write' });
  readonly #options: Options;
  #composer: Composer | undefined;
  #stamp: Stamp = { value: '', at: 0 };
  #writer = guest;
  #writing: CommentList['writing'] = 'open';

  constructor(options: Options) {
    this.#options = options;
  }

  /** Follows what the API says of who asks, and of the article. */
  async allow({ writing, stamp }: CommentList): Promise<void> {
    this.#stamp = { value: stamp, at: Date.now() };
    const session = await confirmSession();
    const before = this.#writer;
    const { user } = session.state === 'signed-in' ? session : { user: null };
    const now = user ? { id: user._id, name: user.name, avatar: user.avatar } : guest;
    this.#writer = now;
    const same = before.id === now.id && before.name === now.name && before.avatar === now.avatar;
    // What is being typed stays as it is.
    if (this.#composer && writing === this.#writing && same) return;
    this.#writing = writing;
    if (writing === 'open') this.#openComposer();
    else {
      this.#composer = undefined;
      this.element.replaceChildren(element('p', { class: 'notice' }, ...refusal(writing)));
    }
  }

  /** Whether a member wrote here who is not the one to write now. */
  get isOfAnother(): boolean {
    const session = $session.get();
    const now = session.state === 'signed-in' ? session.user._id : null;
    return this.#writer.id !== null && this.#writer.id !== now;
  }

  focus(): void {
    if (this.#composer) this.#composer.focus();
    else this.element.querySelector('a')?.focus();
  }

  /** Opens a field under a response to answer it. */
  reply(view: CommentView): void {
    const opened = view.place.querySelector('textarea');
    if (this.#writing !== 'open') this.focus();
    else if (opened) opened.focus();
    else this.#openReply(view).focus();
  }

  /** The field that is open under a response, or opened now. */
  #replyTo(view: CommentView): Composer | undefined {
    return this.#writing === 'open' ? this.#openReply(view) : undefined;
  }

  #openReply(view: CommentView): Composer {
    const { _id: id, name } = view.data;
    const { article, arrived, threadOf, signedOut } = this.#options;
    const draft = draftOf(`${article.id} ${id}`);
    const close = () => {
      view.place.replaceChildren();
      view.controls.reply.focus();
    };
    const composer = createComposer({
      ...{ id: `reply-${id}`, label: `Reply to ${name}`, submit: 'Reply', draft },
      onCancel() {
        draft.write('');
        close();
      },
      onSend: (text, website) => {
        view.place.replaceChildren();
        sendResponse({
          ...{ article: article.id, parent: id, text, website, draft },
          ...{ stamp: this.#stamp, writer: this.#writer, arrived, signedOut },
          composer: () => this.#replyTo(view),
          place(item) {
            threadOf(view).replies.append(item);
            item.querySelector('article')?.focus({ preventScroll: true });
            item.scrollIntoView({ block: 'nearest' });
          },
        });
      },
    });
    view.place.replaceChildren(composer.form);
    return composer;
  }

  #openComposer(): void {
    const { article, placeFirst, arrived, signedOut } = this.#options;
    const draft = draftOf(article.id);
    const composer = createComposer({
      ...{ id: 'response', label: 'Your response', submit: 'Respond', draft },
      who: this.#who(),
      onSend: (text, website) => {
        composer.clear();
        sendResponse({
          ...{ article: article.id, parent: null, text, website, draft },
          ...{ stamp: this.#stamp, writer: this.#writer, arrived, signedOut },
          ...{ place: placeFirst, composer: () => this.#composer },
        });
      },
    });
    this.#composer = composer;
    this.element.replaceChildren(composer.form);
  }

  #who(): HTMLElement {
    const { name, avatar } = this.#writer;
    const words = element('span', {}, 'as ', element('strong', {}, name));
    if (this.#writer.id === null) {
      words.append('. ', signInLink('Sign in', RESPONSES_HASH));
    }
    return element('p', { class: 'composer__who' }, avatarOf({ name, avatar }), words);
  }
}

function refusal(writing: 'sign-in' | 'archived'): (Node | string)[] {
  if (writing === 'archived') return [commentMessages.archived];
  return [signInLink('Sign in', RESPONSES_HASH), ' to respond.'];
}
