import type { CommentChanged, CommentList } from '#contracts/comment.ts';
import { commentMessages, GUEST_NAME } from '#contracts/comment-limits.ts';
import { confirmSession } from '../../stores/session.ts';
import { element } from '../search/elements.ts';
import { RESPONSES_HASH } from './address.ts';
import { avatarOf } from './avatar.ts';
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
}

const guest: Writer = { name: GUEST_NAME, avatar: null };

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
    this.#writer = user ? { name: user.name, avatar: user.avatar } : guest;
    if (this.#composer && writing === this.#writing && before === this.#writer) return;
    this.#writing = writing;
    if (writing === 'open') this.#openComposer();
    else {
      this.#composer = undefined;
      this.element.replaceChildren(element('p', { class: 'notice' }, ...refusal(writing)));
    }
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

  #openReply(view: CommentView): Composer {
    const { _id: id, name } = view.data;
    const { article, arrived, threadOf } = this.#options;
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
          ...{ stamp: this.#stamp, writer: this.#writer, arrived },
          composer: () => this.#openReply(view),
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
    const { article, placeFirst, arrived } = this.#options;
    const draft = draftOf(article.id);
    const composer = createComposer({
      ...{ id: 'response', label: 'Your response', submit: 'Respond', draft },
      who: this.#who(),
      onSend: (text, website) => {
        composer.clear();
        sendResponse({
          ...{ article: article.id, parent: null, text, website, draft },
          ...{ stamp: this.#stamp, writer: this.#writer, arrived, place: placeFirst },
          composer: () => this.#composer ?? composer,
        });
      },
    });
    this.#composer = composer;
    this.element.replaceChildren(composer.form);
  }

  #who(): HTMLElement {
    const { name, avatar } = this.#writer;
    const words = element('span', {}, 'as ', element('strong', {}, name));
    if (this.#writer === guest) {
      words.append('. ', signInLink('Sign in', RESPONSES_HASH));
    }
    return element('p', { class: 'composer__who' }, avatarOf(name, avatar), words);
  }
}

function refusal(writing: 'sign-in' | 'archived'): (Node | string)[] {
  if (writing === 'archived') return [commentMessages.archived];
  return [signInLink('Sign in', RESPONSES_HASH), ' to respond.'];
}
