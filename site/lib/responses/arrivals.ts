import { counted } from '../format.ts';
import { element } from '../search/elements.ts';
import type { Comment } from './comment-calls.ts';

/**
 * Responses of others that have come while the reader is elsewhere in the list: they wait behind a
 * button, so that nothing moves under the eyes.
 */
export class Arrivals {
  readonly button = element('button', {
    ...{ type: 'button', class: 'responses__fresh button button--small', hidden: '' },
  });
  #waiting: Comment[] = [];

  /** @param show gets them, the oldest first */
  constructor(show: (comments: Comment[]) => void) {
    this.button.addEventListener('click', () => {
      const waiting = this.#waiting;
      this.clear();
      show(waiting);
    });
  }

  add(comment: Comment): void {
    this.#set([...this.#waiting.filter(({ _id }) => _id !== comment._id), comment]);
  }

  /** Keeps what is new of one that waits here. */
  replace(comment: Comment): void {
    this.#set(this.#waiting.map((one) => (one._id === comment._id ? comment : one)));
  }

  drop(id: string): void {
    this.#set(this.#waiting.filter(({ _id }) => _id !== id));
  }

  clear(): void {
    this.#set([]);
  }

  #set(waiting: Comment[]): void {
    this.#waiting = waiting;
    this.button.hidden = waiting.length === 0;
    this.button.textContent = counted(waiting.length, 'new response');
  }
}
