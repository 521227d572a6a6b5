import type { Sentence } from './sentences.ts';

/** Rate as documented. */
const SPEECH_RATE = 0.95;

/**
 * The documented voice of each language, by name. Only local voices are allowed: others send the text to
 * their vendor.
 */
const fixedVoices: Record<string, string> = { en: 'Samantha', de: 'Anna' };

/** State of the reader. `at` is the index of a sentence. */
export type Reading =
  | { state: 'idle'; finished: boolean }
  | { state: 'speaking' | 'paused'; at: number };

/** Interval for checking whether the browser has stopped speaking without an event, in milliseconds. */
const CHECK_EVERY_MS = 1000;
/** Delay after cancelling a sentence, in milliseconds; some browsers drop a sentence that follows earlier. */
const AFTER_CANCEL_MS = 50;

/**
 * Speaks an article sentence by sentence and tracks the position, because browsers cut off long texts, and a
 * pause ends them on Android.
 */
export class Reader {
  reading: Reading = { state: 'idle', finished: false };
  readonly #sentences: Sentence[];
  readonly #language: string;
  readonly #changed: (reading: Reading) => void;
  readonly #failed: () => void;
  /** The current utterance; events of others are outdated. */
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
    const isCancelling = speechSynthesis.speaking || speechSynthesis.pending;
    this.#cancelSpeech();
    this.#setReading({ state: 'speaking', at });
    if (isCancelling) setTimeout(() => this.#speak(at), AFTER_CANCEL_MS);
    else this.#speak(at);
    clearInterval(this.#watch);
    this.#watch = window.setInterval(() => this.#poll(), CHECK_EVERY_MS);
  }

  pause(): void {
    if (this.reading.state !== 'speaking') return;
    this.#cancelSpeech();
    this.#setReading({ state: 'paused', at: this.reading.at });
  }

  resume(): void {
    if (this.reading.state === 'paused') this.start(this.reading.at);
  }

  /** Moves forward or back by sentences; a paused reader stays paused. */
  step(by: number): void {
    if (this.reading.state === 'idle') return;
    const last = this.#sentences.length - 1;
    const at = Math.max(0, Math.min(last, this.reading.at + by));
    if (this.reading.state === 'speaking') this.start(at);
    else this.#setReading({ state: 'paused', at });
  }

  stop(finished = false): void {
    this.#cancelSpeech();
    this.#setReading({ state: 'idle', finished });
  }

  #speak(at: number): void {
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
      // Another page uses the voice now.
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
    this.#setReading({ state: 'speaking', at });
    this.#speak(at);
  }

  /** Some browsers omit the end event: silence in two checks in a row counts as the end. */
  #poll(): void {
    if (!this.#current) return;
    this.#silent = speechSynthesis.speaking || speechSynthesis.pending ? 0 : this.#silent + 1;
    if (this.#silent >= 2) this.#ended(this.#current);
  }

  #cancelSpeech(): void {
    this.#current = null;
    clearInterval(this.#watch);
    speechSynthesis.cancel();
  }

  #setReading(reading: Reading): void {
    this.reading = reading;
    this.#changed(reading);
  }
}

/**
 * Returns the documented voice if it exists, otherwise the browser's default for the language, otherwise
 * null.
 */
function chooseVoice(language: string): SpeechSynthesisVoice | null {
  const base = language.split('-')[0]?.toLowerCase() ?? '';
  // Android uses en_US instead of en-US.
  const matchesLanguage = (voice: SpeechSynthesisVoice) =>
    voice.lang.toLowerCase().split(/[-_]/)[0] === base;
  const voices = speechSynthesis.getVoices().filter(matchesLanguage);
  const local = voices.filter((voice) => voice.localService);
  return (
    local.find((voice) => voice.name === fixedVoices[base]) ??
    local.find((voice) => voice.default) ??
    local[0] ??
    voices.find((voice) => voice.default) ??
    null
  );
}
