/** What was typed and not yet sent, kept over a reload and the way to the login. */
export interface Draft {
  read(): string;
  write(text: string): void;
}

/**
 * The draft of one place to write in.
 * @param place whatever tells it from all others: the article, and what is replied to
 */
export function draftOf(place: string): Draft {
  const key = `response-draft ${place}`;
  return {
    // Storage can be switched off by the reader; then a closed tab forgets.
    read() {
      try {
        return sessionStorage.getItem(key) ?? '';
      } catch {
        return '';
      }
    },
    write(text) {
      try {
        if (text === '') sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, text);
      } catch {
        // Nothing depends on it.
      }
    },
  };
}
