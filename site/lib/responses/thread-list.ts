import { element } from '../search/elements.ts';
import type { Comment, Thread } from './comment-calls.ts';
import { CommentView, type Request } from './comment-view.ts';

/** The responses that are shown, with their replies; what was drawn once is kept while it is there. */
export class ThreadList {
  readonly element = element('ol', { class: 'responses__list' });
  readonly #views = new Map<string, CommentView>();
  readonly #ask: (request: Request, view: CommentView) => void;

  constructor(ask: (request: Request, view: CommentView) => void) {
    this.#ask = ask;
  }

  find(id: string | null): CommentView | undefined {
    return id === null ? undefined : this.#views.get(id);
  }

  /** Shows these in this order, after those of before in which something is being written. */
  replaceAll(threads: Thread[]): void {
    const shown = threads.map((thread) => this.#thread(thread).element);
    const busy = [...this.element.children].filter(
      (one) =>
        !shown.some((other) => other === one) && one.querySelector('form, .response--sending'),
    );
    this.element.replaceChildren(...busy, ...shown);
    for (const [id, view] of this.#views) {
      if (!this.element.contains(view.element)) this.#views.delete(id);
    }
  }

  /** Adds what is not there yet, and answers with the first of it. */
  append(threads: Thread[]): CommentView | undefined {
    const added = threads.filter(({ _id }) => !this.#views.has(_id));
    const views = added.map((thread) => this.#thread(thread));
    this.element.append(...views.map((view) => view.element));
    return views[0];
  }

  /**
   * Shows what is new of one that is there, or adds it: a reply by its time, a response before the
   * others or by its time, the newest first.
   * @returns undefined for a reply to something that is not shown
   */
  put(comment: Comment, order: 'first' | 'by time' = 'first'): CommentView | undefined {
    const known = this.#views.get(comment._id);
    if (known) {
      known.update(comment);
      return known;
    }
    if (comment.parent === null) {
      const view = this.#view(comment);
      const later = (other: Comment) => other.createdAt < comment.createdAt;
      const next = order === 'first' ? this.element.firstChild : this.#find(this.element, later);
      this.element.insertBefore(view.element, next);
      return view;
    }
    const parent = this.#views.get(comment.parent);
    if (!parent) return undefined;
    const view = this.#view(comment);
    const earlier = (other: Comment) => other.createdAt > comment.createdAt;
    parent.replies.insertBefore(view.element, this.#find(parent.replies, earlier));
    return view;
  }

  /** The first in a list of which this is so. */
  #find(list: HTMLElement, so: (comment: Comment) => boolean): Element | null {
    const found = [...list.children].find((item) => {
      const view = this.find((item as HTMLElement).dataset.comment ?? null);
      return view !== undefined && so(view.data);
    });
    return found ?? null;
  }

  /** Shows a thread that the list has not reached yet, before all others. */
  putThread(thread: Thread): void {
    const known = this.#views.has(thread._id);
    const view = this.#thread(thread);
    if (!known) this.element.prepend(view.element);
  }

  /** Takes one away, with its replies; the focus goes to what stood beside it. */
  drop(id: string): void {
    const view = this.#views.get(id);
    if (!view) return;
    const { element } = view;
    const beside = element.nextElementSibling ?? element.previousElementSibling;
    const focused = element.contains(document.activeElement);
    const parent = this.find(view.data.parent);
    element.remove();
    for (const [key, other] of this.#views) {
      if (element.contains(other.element)) this.#views.delete(key);
    }
    const next = this.find((beside as HTMLElement | null)?.dataset.comment ?? null) ?? parent;
    if (focused) next?.focus();
  }

  /** When the newest was written; empty where there is none. */
  get newest(): string {
    return [...this.#views.values()].reduce(
      (newest, { data: { createdAt } }) => (createdAt > newest ? createdAt : newest),
      '',
    );
  }

  /** Closes what is being written under responses; drafts keep it. */
  closeForms(): void {
    for (const { element, place } of this.#views.values()) {
      place.replaceChildren();
      element.classList.remove('response--editing');
    }
  }

  get isEmpty(): boolean {
    return this.element.childElementCount === 0;
  }

  /** Lets ages follow the clock. True while something can still be edited. */
  tick(now: number): boolean {
    let editable = false;
    for (const view of this.#views.values()) {
      view.tick(now);
      editable ||= view.editableMs(now) > 0;
    }
    return editable;
  }

  #thread(thread: Thread): CommentView {
    const view = this.#view(thread);
    for (const reply of thread.replies) {
      const { element } = this.#view(reply);
      // What is moved loses the focus.
      if (element.parentElement === view.replies) continue;
      const later = (other: Comment) => other.createdAt > reply.createdAt;
      view.replies.insertBefore(element, this.#find(view.replies, later));
    }
    view.update(thread);
    return view;
  }

  #view(comment: Comment): CommentView {
    let view = this.#views.get(comment._id);
    if (view) view.update(comment);
    else {
      view = new CommentView(comment, this.#ask);
      this.#views.set(comment._id, view);
    }
    return view;
  }
}
