/** Milliseconds for which a word is in the first place. */
const WORD_MS = 5000;

let timer: ReturnType<typeof setInterval> | undefined;

/** Moves the words of the hero one line up every five seconds while `moving` is true. */
export function rotateWords(words: HTMLElement[], moving: boolean): void {
  clearInterval(timer);
  if (!moving) return;
  timer = setInterval(() => {
    for (const word of words) {
      const place = Number(word.dataset.place) - 1;
      word.dataset.place = String(place < 0 ? words.length - 1 : place);
    }
  }, WORD_MS);
}
