import type { Sentence } from './sentences.ts';
import { chooseVoice, SPEECH_RATE } from './voice.ts';

/** What is being done with the text. `at` is the index of a sentence. */
export type Reading =
  | { state: 'idle'; finished: boolean }
  | { state: 'speaking' | 'paused'; at: number };

/** Milliseconds between looks whether the browser has fallen silent without saying so. */
const LOOK_EVERY_MS = 1000;
/** Milliseconds a browser needs after a cancelled sentence; some lose the next one before. */
const AFTER_CANCEL_MS = 50;

/**
 * Speaks an article sentence by sentence and keeps the position itself: browsers cut long texts
 * off, and on Android a pause ends them.
 */
export class Reader {
  reading: Reading = { state: 'idle', finished: false };
  readonly #sentences: Sentence[];
  readonly #language: string;
  readonly #changed: (reading: Reading) => void;
  readonly #failed: () => void;
  /** What is being said; whatever another utterance reports is out of date. */
  #current: SpeechSynthesisUtterance | null = null;
  #silent = 0;
  #watch = 0;

  constructor(
    sentences: Sentence[],
    language: string,
    changed: (reading: Reading) => void,
    failed: () => void,
  ) {
    this.#sentences = sentences;
    this.#language = language;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** Speaks from a sentence on. */
  start(at: number): void {
    this.#hush();
    this.#become({ state: 'speaking', at });
    setTimeout(() => this.#say(at), AFTER_CANCEL_MS);
    clearInterval(this.#watch);
    this.#watch = window.setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  pause(): void {
    if (this.reading.state !== 'speaking') return;
    this.#hush();
    this.#become({ state: 'paused', at: this.reading.at });
  }

  resume(): void {
    if (this.reading.state === 'paused') this.start(this.reading.at);
  }

  /** Goes on or back by sentences; a pause stays one. */
  step(by: number): void {
    if (this.reading.state === 'idle') return;
    const last = this.#sentences.length - 1;
    const at = Math.max(0, Math.min(last, this.reading.at + by));
    if (this.reading.state === 'speaking') this.start(at);
    else this.#become({ state: 'paused', at });
  }

  stop(finished = false): void {
    this.#hush();
    this.#become({ state: 'idle', finished });
  }

  #say(at: number): void {
    const sentence = this.#sentences[at];
    if (this.reading.state !== 'speaking' || this.reading.at !== at || this.#current) return;
    if (!sentence) {
      this.stop(true);
      return;
    }
    const utterance = new SpeechSynthesisUtterance(sentence.words);
    const voice = chooseVoice(this.#language);
    utterance.lang = voice?.lang ?? this.#language;
    utterance.voice = voice;
    utterance.rate = SPEECH_RATE;
    utterance.onend = () => this.#ended(utterance);
    utterance.onerror = ({ error }) => {
      if (utterance !== this.#current) return;
      this.pause();
      // Another page has taken the voice: its reader knows.
      if (error !== 'interrupted' && error !== 'canceled') this.#failed();
    };
    this.#current = utterance;
    this.#silent = 0;
    speechSynthesis.speak(utterance);
  }

  #ended(utterance: SpeechSynthesisUtterance): void {
    if (utterance !== this.#current || this.reading.state !== 'speaking') return;
    this.#current = null;
    const at = this.reading.at + 1;
    if (at >= this.#sentences.length) {
      this.stop(true);
      return;
    }
    this.#become({ state: 'speaking', at });
    this.#say(at);
  }

  /** Some browsers forget to report an end: silence for two looks counts as one. */
  #look(): void {
    if (!this.#current) return;
    this.#silent = speechSynthesis.speaking || speechSynthesis.pending ? 0 : this.#silent + 1;
    if (this.#silent >= 2) this.#ended(this.#current);
  }

  #hush(): void {
    this.#current = null;
    clearInterval(this.#watch);
    speechSynthesis.cancel();
  }

  #become(reading: Reading): void {
    this.reading = reading;
    this.#changed(reading);
  }
}
