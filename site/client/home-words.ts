/** How long one of the rotating words is the first. */
const WORD_MS = 5000;

let timer: ReturnType<typeof setInterval> | undefined;

/** Turns the column of words one line further every five seconds while `moving`. */
export function turnWords(words: HTMLElement[], moving: boolean): void {
  clearInterval(timer);
  if (!moving) return;
  timer = setInterval(() => {
    for (const word of words) {
      const place = Number(word.dataset.place) - 1;
      word.dataset.place = String(place < 0 ? words.length - 1 : place);
    }
  }, WORD_MS);
}
