const KEY = 'profile-said';

/** Keeps a sentence for the page that comes next. */
export function sayOnNextPage(sentence: string): void {
  try {
    sessionStorage.setItem(KEY, sentence);
  } catch {
    // Storage is switched off: what was done shows on that page all the same.
  }
}

/** What the page before has said, once. */
export function saidBefore(): string | null {
  try {
    const sentence = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return sentence;
  } catch {
    return null;
  }
}
