import { counted } from '../format.ts';
import { avatarOf } from '../member/avatar.ts';
import { element, icon } from '../search/elements.ts';
import { ageOf, momentOf } from './age.ts';
import type { Comment } from './comment-calls.ts';
import { serverHtml } from './server-html.ts';

const HEART =
  'M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.3 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z';

/** What can be asked of a response; each is a control in it. */
export const requests = [
  'like',
  'reply',
  'edit',
  'remove',
  'report',
  'visit',
  'moreReplies',
] as const;
export type Request = (typeof requests)[number];

const MINUTE_MS = 60_000;

/** One response with its replies, as elements that stay the same while their content changes. */
export class CommentView {
  readonly element = element('li', { class: 'response' });
  readonly replies = element('ol', { class: 'response__replies' });
  /** Where a form about it stands. */
  readonly place = element('div', { class: 'response__form' });
  readonly controls: Record<Request, HTMLElement>;
  data: Comment;

  readonly #one = element('article', { class: 'response__one', tabindex: '-1' });
  readonly #text = element('div', { class: 'response__text', dir: 'auto' });
  readonly #name = element('strong', { class: 'response__name' });
  readonly #time = element('time');
  readonly #edited = element('span', {}, 'edited');
  readonly #note = element('p', { class: 'response__note' });
  readonly #likes = element('span', { class: 'response__likes' });
  readonly #left = element('span');
  #html: string | null = null;

  constructor(data: Comment, ask: (request: Request, view: CommentView) => void) {
    this.data = data;
    const { _id: id, name, parent } = data;
    this.element.dataset.comment = id;
    this.#name.id = `response-${id}`;
    this.#one.setAttribute('aria-labelledby', this.#name.id);
    const of = (words: string) => element('span', { class: 'quiet' }, ` ${words}`);
    const button = (...parts: (Node | string)[]) =>
      element('button', { type: 'button', class: 'response__action' }, ...parts);
    this.controls = {
      like: button(icon(HEART), this.#likes),
      reply: button('Reply', of(`to ${name}`)),
      edit: button('Edit ', this.#left),
      remove: button('Delete', of('your response')),
      report: button('Report', of(`the response of ${name}`)),
      visit: element('a', { class: 'response__age', href: `#comment-${id}` }, this.#time),
      moreReplies: element('button', { type: 'button', class: 'response__more' }),
    };
    const { like, reply, edit, remove, report, visit, moreReplies } = this.controls;
    for (const request of requests) {
      this.controls[request].addEventListener('click', (event) => {
        if (request === 'visit' && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
        event.preventDefault();
        ask(request, this);
      });
    }
    const by = element('p', { class: 'response__by' }, this.#name);
    if (data.owner) by.append(element('span', { class: 'response__owner' }, 'Author'));
    if (data.answers) by.append(element('span', {}, `to ${data.answers}`));
    by.append(visit, this.#edited);
    this.#one.append(
      ...[avatarOf({ name, avatar: data.avatar }), by, this.#note, this.#text],
      element('p', { class: 'response__actions' }, ...[like, reply, edit, remove, report]),
    );
    this.element.append(this.#one, this.place);
    if (parent === null) this.element.append(this.replies, moreReplies);
    this.update(data);
  }

  /** Shows what is new of it. */
  update(data: Comment): void {
    const focused = this.#one.contains(document.activeElement);
    this.#draw(data);
    // A control that is gone takes the focus along.
    if (focused && document.activeElement?.closest('[hidden]')) this.focus();
  }

  #draw(data: Comment): void {
    this.data = data;
    const { state, html, liked, likes, mine, edited, reason, member, profile } = data;
    const gone = state === 'gone';
    const open = state === 'published';
    const page = profile && member !== null ? `/member/${encodeURIComponent(member)}` : null;
    const name = gone ? 'A deleted response' : data.name;
    const linked = this.#name.firstElementChild !== null;
    // A link that is made anew loses the focus.
    if (this.#name.textContent !== name || linked !== (page !== null)) {
      this.#name.replaceChildren(page ? element('a', { href: page }, name) : name);
    }
    this.#time.dateTime = data.createdAt;
    this.#time.title = momentOf(data.createdAt);
    this.#edited.hidden = edited === null || gone;
    if (edited) this.#edited.title = momentOf(edited);
    this.#note.hidden = open;
    this.#note.textContent = noteOf(state, reason);
    if (this.#html !== html) this.#text.replaceChildren(serverHtml(html));
    this.#html = html;
    this.#text.hidden = gone;
    this.element.classList.toggle('response--gone', gone);
    this.element.classList.toggle('response--waiting', state === 'held' || state === 'rejected');

    const { like, reply, report, remove, moreReplies } = this.controls;
    this.#likes.textContent = likes === 0 ? '' : String(likes);
    like.hidden = !open;
    like.setAttribute('aria-pressed', String(liked));
    like.setAttribute('aria-label', `Like, ${counted(likes, 'like')}`);
    // What one wrote oneself is counted, and not liked.
    like.toggleAttribute('disabled', mine);
    reply.hidden = !open;
    report.hidden = !open || mine;
    remove.hidden = !mine || gone;
    const more = this.repliesLeft();
    moreReplies.hidden = more <= 0;
    moreReplies.textContent = `Show ${counted(more, 'more reply', 'more replies')}`;
    this.tick(Date.now());
  }

  /** Lets the ages and what is left of the time to edit follow the clock. */
  tick(now: number): void {
    write(this.#time, ageOf(this.data.createdAt, now));
    const left = this.editableMs(now);
    const { edit } = this.controls;
    if (left <= 0 && document.activeElement === edit) this.controls.remove.focus();
    edit.hidden = left <= 0;
    if (left > 0) write(this.#left, `(${inWords(left)} left)`);
  }

  /** Milliseconds in which it can still be changed. */
  editableMs(now: number): number {
    const { mine, editableUntil, state } = this.data;
    if (!mine || editableUntil === null || state === 'gone') return 0;
    return Date.parse(editableUntil) - now;
  }

  /** Whether somebody has begun an answer to it, or below it. */
  isBeingAnswered(): boolean {
    return [...this.element.querySelectorAll('textarea')].some(({ value }) => value.trim() !== '');
  }

  /** Somebody took it away while it was being answered: what was typed stays. */
  leave(): void {
    this.update({ ...this.data, state: 'gone', comment: '', html: '', mine: false, likes: 0 });
  }

  /** Public replies that are not fetched yet. */
  repliesLeft(): number {
    const shown = this.replies.querySelectorAll('[data-comment]:not(.response--waiting)');
    return this.data.replyCount - shown.length;
  }

  focus(): void {
    this.#one.focus({ preventScroll: true });
  }
}

function noteOf(state: Comment['state'], reason: string | null): string {
  switch (state) {
    case 'held':
      return 'Waiting for a look. Until then you alone see it.';
    case 'rejected':
      return `Not published. ${reason ?? ''} You alone see it.`.replace('  ', ' ');
    case 'gone':
      return 'What was written here is deleted.';
    case 'published':
      return '';
  }
}

function inWords(milliseconds: number): string {
  return milliseconds >= MINUTE_MS
    ? `${Math.floor(milliseconds / MINUTE_MS)} min`
    : `${Math.ceil(milliseconds / 1000)} s`;
}

/** Only what differs: text that is written anew loses a selection in it. */
function write(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}
