import type { CommentEvent, CommentList } from '#contracts/comment.ts';
import { articleComments } from '#contracts/live-channels.ts';
import { listen } from '../../client/live.ts';
import { confirmSession, confirmSessionAgain } from '../../stores/session.ts';
import { ApiError } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { followSessionFlag } from '../session-flag.ts';
import { hashOf } from './address.ts';
import { Arrivals } from './arrivals.ts';
import type { Comment } from './comment-calls.ts';
import type { CommentView, Request } from './comment-view.ts';
import { editComment, removeComment, sentenceOf, toggleLike } from './deeds.ts';
import { AT_TOP_PX, isElsewhere, keepPlace } from './keep-place.ts';
import { Listing } from './listing.ts';
import { hideUnsent, nothingOnItsWay } from './posting.ts';
import { askForReport } from './report.ts';
import { type Article, Writing } from './writing.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** The list waits for the stream for so long, so that nothing is missed between the two. */
const STREAM_PATIENCE_MS = 250;

interface Place {
  /** Scrolls. */
  body: HTMLElement;
  title: HTMLElement;
  article: Article;
}

/** What is said about an article: the list, where one writes, and what comes live. */
export class Conversation {
  readonly #place: Place;
  readonly #listing: Listing;
  readonly #writing: Writing;
  readonly #arrivals = new Arrivals((comments) => this.#showArrivals(comments));
  readonly #state = element('p', { class: 'responses__state', role: 'status' });
  /** What has come of others, for who does not see it. */
  readonly #news = element('p', { class: 'quiet', role: 'status' });
  /** Of the list they are no part: whatever happens to it, they stay. */
  readonly #onTheirWay = element('ol', { class: 'responses__list responses__list--sending' });
  readonly #empty = element('p', { class: 'responses__empty', hidden: '' }, 'No Comments');
  #loaded: Promise<void> | undefined;
  #leave: (() => void) | undefined;
  #clock: number | undefined;

  constructor(place: Place) {
    this.#place = place;
    this.#listing = new Listing({
      article: place.article.id,
      ask: (request, view) => this.#answers[request](view),
      came: (page) => this.#show(page),
      say: (sentence) => this.#say(sentence),
    });
    this.#writing = new Writing({
      article: place.article,
      placeFirst: (item) => {
        this.#onTheirWay.prepend(item);
        item.scrollIntoView({ block: 'nearest' });
      },
      arrived: ({ msg, comment, result }) => {
        this.#listing.add(comment);
        this.#count(result);
        this.#say(msg);
        this.#tick();
      },
      threadOf: (view) => this.#listing.threads.find(view.data.parent) ?? view,
      signedOut: async () => {
        await confirmSessionAgain();
        await this.#meet();
      },
    });
    const { sort, instead, threads, more } = this.#listing;
    place.body.append(
      ...[this.#writing.element, sort, this.#state, this.#news, this.#arrivals.button, instead],
      ...[this.#onTheirWay, this.#empty, threads.element, more],
    );
    followSessionFlag(() => void this.#meet());
  }

  /** The panel is open: what comes is heard, what came before is fetched, and the clock runs. */
  wake(): void {
    const joined = new Promise<void>((resolve) => {
      this.#leave = listen(articleComments(this.#place.article.id), {
        event: (event) => void this.#hear(event as CommentEvent),
        joined: () => {
          if (this.#listing.isFetched) void this.#catchUp();
          resolve();
        },
      });
      setTimeout(resolve, STREAM_PATIENCE_MS);
    });
    this.#loaded ??= joined.then(() => this.#listing.load());
    this.#tick();
  }

  /** The panel is closed. */
  rest(): void {
    this.#leave?.();
    clearTimeout(this.#clock);
  }

  /** The focus goes where one writes. */
  async write(): Promise<void> {
    await this.#loaded;
    this.#writing.focus();
  }

  /** Leads to one response, wherever it stands. */
  async showComment(id: string): Promise<void> {
    await this.#loaded;
    const view = this.#listing.threads.find(id) ?? (await this.#fetch(id));
    const { body, title } = this.#place;
    if (!view) {
      title.focus({ preventScroll: true });
      return;
    }
    for (const marked of body.querySelectorAll('.response--asked')) {
      marked.classList.remove('response--asked');
    }
    view.element.classList.add('response--asked');
    const { top } = view.element.getBoundingClientRect();
    body.scrollTop += top - body.getBoundingClientRect().top - AT_TOP_PX;
    view.focus();
  }

  /** What somebody else has done, or oneself in another tab. */
  async #hear(event: CommentEvent): Promise<void> {
    // What is being sent comes back as an answer first.
    await nothingOnItsWay();
    const gone = event.event === 'gone';
    const id = gone ? event.id : event.comment._id;
    // One's own may be held again: it stays for its author alone.
    const mine = this.#listing.threads.find(id)?.data.mine === true;
    const hidden = gone || event.comment.state === 'gone';
    const stays = hidden && mine && (await this.#listing.refetch(id));
    if (gone && !stays) this.#drop(id);
    else if (!gone && !stays) this.#hearOf(event.comment, event.event === 'posted');
    this.#count(event.result);
  }

  #drop(id: string): void {
    keepPlace(this.#place.body, () => {
      this.#arrivals.drop(id);
      this.#listing.drop(id);
    });
  }

  /** Asks for what happened while nothing was heard. */
  async #catchUp(): Promise<void> {
    const known = this.#listing.threads.newest;
    const page = await this.#listing.newest();
    if (!page) return;
    for (const thread of page.comments.toReversed()) {
      this.#hearOf(thread, thread.createdAt > known);
    }
    this.#count(page.result);
  }

  #hearOf(comment: Comment, posted: boolean): void {
    keepPlace(this.#place.body, () => this.#take(comment, posted));
  }

  /** Shows what has come, in its place; what nobody sees come is said. */
  #take(comment: Comment, posted: boolean): void {
    const view = this.#listing.threads.find(comment._id);
    if (view) {
      // An event knows nothing of who reads it.
      const { mine, liked, editableUntil, profile } = view.data;
      const known = { mine, liked, editableUntil, profile: profile && comment.member !== null };
      view.update({ ...comment, ...known });
      return;
    }
    if (!posted) {
      this.#arrivals.replace(comment);
      return;
    }
    if (comment.parent !== null) this.#listing.addReply(comment);
    else if (isElsewhere(this.#place.body)) this.#arrivals.add(comment);
    else this.#listing.add(comment);
    this.#news.textContent = `New ${comment.parent === null ? 'response' : 'reply'} by ${comment.name}`;
  }

  /** Who is here has changed: what is mine, the name to write under, and what was left open. */
  async #meet(): Promise<void> {
    await confirmSession();
    if (this.#writing.isOfAnother) {
      hideUnsent();
      this.#listing.threads.closeForms();
    }
    await this.#listing.load();
  }

  async #fetch(id: string): Promise<CommentView | undefined> {
    try {
      await this.#listing.fetchThread(id);
    } catch (error) {
      const missing = error instanceof ApiError && error.status === 404;
      this.#say(missing ? 'The response you were led to is not here any more.' : sentenceOf(error));
    }
    return this.#listing.threads.find(id);
  }

  async #show(page: CommentList): Promise<void> {
    this.#arrivals.clear();
    this.#count(page.result);
    this.#tick();
    await this.#writing.allow(page);
  }

  readonly #answers: Record<Request, (view: CommentView) => unknown> = {
    like: toggleLike,
    reply: (view) => this.#writing.reply(view),
    edit: (view) => editComment(view, (msg) => this.#say(msg)),
    remove: (view) =>
      removeComment(view, ({ comment, result, msg }) => {
        if (comment) view.update(comment);
        else this.#listing.drop(view.data._id);
        this.#count(result);
        this.#say(msg);
      }),
    report: ({ data }) => askForReport(data),
    visit: ({ data }) => {
      history.replaceState(history.state, '', hashOf(data._id));
      return this.showComment(data._id);
    },
    moreReplies: (view) => this.#listing.moreReplies(view),
  };

  #showArrivals(comments: Comment[]): void {
    for (const comment of comments) this.#listing.add(comment);
    this.#place.body.scrollTop = 0;
    const newest = this.#listing.threads.find(comments.at(-1)?._id ?? null);
    newest?.element.scrollIntoView({ block: 'nearest' });
    newest?.focus();
  }

  #count(result: number): void {
    const count = result.toLocaleString('en');
    this.#place.title.textContent = `Responses (${count})`;
    for (const place of document.querySelectorAll('[data-responses-count]')) {
      place.textContent = count;
    }
    this.#empty.hidden = !this.#listing.threads.isEmpty;
  }

  #say(sentence: string): void {
    this.#state.textContent = sentence;
  }

  /** Every second while something can be edited, else every minute. */
  #tick(): void {
    clearTimeout(this.#clock);
    const editable = this.#listing.threads.tick(Date.now());
    this.#clock = window.setTimeout(() => this.#tick(), editable ? SECOND_MS : MINUTE_MS);
  }
}
