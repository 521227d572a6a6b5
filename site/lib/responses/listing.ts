import type { CommentList } from '#contracts/comment.ts';
import type { CommentSort } from '#contracts/comment-limits.ts';
import { confirmSession, confirmSessionAgain } from '../../stores/session.ts';
import { ApiError } from '../api-client.ts';
import { counted } from '../format.ts';
import { element } from '../search/elements.ts';
import { readSessionFlag } from '../session-flag.ts';
import { slowNote } from '../slow.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { type Comment, listComments, readThread } from './comment-calls.ts';
import type { CommentView, Request } from './comment-view.ts';
import { sayAt, sentenceOf } from './deeds.ts';
import { sortChoice } from './sort-choice.ts';
import { ThreadList } from './thread-list.ts';

interface Options {
  /** _id of the article. */
  article: string;
  ask(request: Request, view: CommentView): void;
  /** The beginning of the list has come. */
  came(page: CommentList): Promise<void>;
  say(sentence: string): void;
}

/** The list as the API gives it: in an order, page by page, with the replies that are asked for. */
export class Listing {
  readonly threads: ThreadList;
  readonly sort = sortChoice((sort) => {
    this.#sort = sort;
    void this.load();
  });
  readonly more = element('button', { class: 'button', type: 'button', hidden: '' }, 'Show more');
  /** Stands where the list will be, or says why it is not there. */
  readonly instead = element('div', {}, ...waiting());
  readonly #options: Options;
  readonly #nextReplies = new Map<string, string | null>();
  #sort: CommentSort = 'relevant';
  #next: string | null = null;
  /** Of several loads the last one counts. */
  #round = 0;

  constructor(options: Options) {
    this.#options = options;
    this.threads = new ThreadList(options.ask);
    this.more.addEventListener('click', () => void this.#showMore());
  }

  /** Whether the list has been asked for. */
  get isFetched(): boolean {
    return this.#round > 0;
  }

  /** The newest as they are now, whatever is shown; undefined where the API is away. */
  async newest(): Promise<CommentList | undefined> {
    try {
      return await listComments(this.#options.article, { sort: 'recent' });
    } catch {
      return undefined;
    }
  }

  /** Fetches the list from its beginning; what is there stays until it has come. */
  async load(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const { element: list } = this.threads;
    list.ariaBusy = 'true';
    // The first time it has been waited for since the panel was opened.
    if (round > 1) this.instead.replaceChildren(...waiting(list.childElementCount === 0));
    try {
      const page = await this.#firstPage();
      if (round !== this.#round) return;
      this.#nextReplies.clear();
      this.#next = page.next;
      this.more.hidden = page.next === null;
      this.threads.replaceAll(page.comments);
      // One's own that wait stand on top, the newest first; replies under what they answer.
      for (const comment of page.waiting.toReversed()) this.threads.put(comment);
      this.instead.replaceChildren();
      await this.#options.came(page);
    } catch (error) {
      if (round !== this.#round) return;
      this.instead.replaceChildren(troubleNotice(sentenceOf(error), () => void this.load()));
    } finally {
      list.ariaBusy = null;
    }
  }

  /** As who is here: a session that has to be refreshed is before, and one that has ended is none. */
  async #firstPage(): Promise<CommentList> {
    const ask = () => listComments(this.#options.article, { sort: this.#sort });
    if (readSessionFlag()) await confirmSession();
    try {
      return await ask();
    } catch (error) {
      const ended = error instanceof ApiError && error.status === 401;
      if (!ended || (await confirmSessionAgain()).state !== 'guest') throw error;
      return ask();
    }
  }

  /** Adds the thread of one response, or shows what is new of it. */
  async fetchThread(id: string): Promise<void> {
    this.threads.putThread(await readThread(this.#options.article, id));
  }

  /** Looks at one that may have left the page. @returns whether who asks still finds it */
  async refetch(id: string): Promise<boolean> {
    try {
      await this.fetchThread(id);
      return true;
    } catch (error) {
      // Where nobody answers, what is shown stays.
      return !(error instanceof ApiError && error.status === 404);
    }
  }

  /** Shows one that is new; a public reply counts for what it answers. */
  add(comment: Comment): void {
    const known = this.threads.find(comment._id) !== undefined;
    this.threads.put(comment, this.#sort === 'recent' ? 'by time' : 'first');
    if (!known && comment.state === 'published') this.#countReply(comment.parent, 1);
  }

  /** Notes a reply that came while others before it are not fetched yet, or shows it. */
  addReply(reply: Comment): void {
    const parent = this.threads.find(reply.parent);
    if (!parent) return;
    if (parent.repliesLeft() <= 0) this.add(reply);
    else this.#countReply(reply.parent, 1);
  }

  drop(id: string): void {
    const view = this.threads.find(id);
    if (!view) return;
    const { parent, state } = view.data;
    if (view.isBeingAnswered()) view.leave();
    else this.threads.drop(id);
    if (state === 'published') this.#countReply(parent, -1);
  }

  async moreReplies(view: CommentView): Promise<void> {
    const { _id: id } = view.data;
    const { moreReplies } = view.controls;
    const last = view.replies.lastElementChild;
    await whileBusy(moreReplies, async () => {
      const cursor = this.#nextReplies.get(id) ?? null;
      const page = await listComments(this.#options.article, {
        ...{ sort: this.#sort, parent: id, cursor },
      });
      this.#nextReplies.set(id, page.next);
      for (const reply of page.comments) this.threads.put(reply);
      view.update(view.data);
      const first = last ? last.nextElementSibling : view.replies.firstElementChild;
      if (moreReplies.hidden) first?.querySelector('article')?.focus({ preventScroll: true });
    }).catch((error) => sayAt(view, sentenceOf(error)));
  }

  async #showMore(): Promise<void> {
    const round = this.#round;
    const { article, say } = this.#options;
    await whileBusy(this.more, async () => {
      const page = await listComments(article, { sort: this.#sort, cursor: this.#next });
      if (round !== this.#round) return;
      const first = this.threads.append(page.comments);
      this.#next = page.next;
      say(counted(page.comments.length, 'more response'));
      // A button that goes gives the focus away; it goes on where reading goes on.
      if (page.next === null && document.activeElement === this.more) first?.focus();
      this.more.hidden = page.next === null;
    }).catch((error) => say(sentenceOf(error)));
  }

  #countReply(parent: string | null, by: number): void {
    const view = this.threads.find(parent);
    view?.update({ ...view.data, replyCount: view.data.replyCount + by });
  }
}

/** What says that the list is on its way, with a skeleton where nothing else is shown. */
function waiting(bare = true): HTMLElement[] {
  const skeleton = element('div', { class: 'skeleton' }, element('i'), element('i'));
  return [...(bare ? [skeleton] : []), element('p', { role: 'status' }, slowNote())];
}

/** Does what a button asks for, once at a time. */
async function whileBusy(button: HTMLElement, work: () => Promise<void>): Promise<void> {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  try {
    await work();
  } finally {
    button.ariaBusy = null;
  }
}
