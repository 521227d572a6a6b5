import type { Page } from '@playwright/test';

/** A sentence that the page passed to speech synthesis. */
export interface SpokenSentence {
  text: string;
  rate: number;
  lang: string;
  voice: string | null;
}

/**
 * Replaces speech synthesis, because headless Chromium has no voices. The fake is silent and records every
 * sentence; a sentence ends when the test calls `endSentence` or `fail`.
 */
export async function fakeSpeechSynthesis(page: Page, voices: string[] = ['Other', 'Samantha']) {
  await page.addInitScript((names) => {
    const spoken: SpokenSentence[] = [];
    let current: SpeechSynthesisUtterance | null = null;
    const list = names.map((name, index) => ({
      name,
      lang: 'en-US',
      localService: true,
      default: index === 0,
      voiceURI: name,
    }));
    const synthesis = Object.assign(new EventTarget(), {
      get speaking() {
        return current !== null;
      },
      pending: false,
      getVoices: () => list,
      speak(utterance: SpeechSynthesisUtterance) {
        current = utterance;
        const { text, rate, lang, voice } = utterance;
        spoken.push({ text, rate, lang, voice: voice?.name ?? null });
      },
      cancel() {
        const cancelled = current;
        current = null;
        cancelled?.onerror?.({ error: 'canceled' } as SpeechSynthesisErrorEvent);
      },
    });
    class Utterance {
      text: string;
      onend: (() => void) | null = null;
      onerror: (() => void) | null = null;
      constructor(text: string) {
        this.text = text;
      }
    }
    Object.assign(window, { SpeechSynthesisUtterance: Utterance });
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    const end = (error?: string) => {
      const ended = current;
      current = null;
      if (error) ended?.onerror?.({ error } as SpeechSynthesisErrorEvent);
      else ended?.onend?.({} as SpeechSynthesisEvent);
    };
    Object.assign(window, { voice: { spoken, end, isSpeaking: () => current !== null } });
  }, voices);
  const evaluate = <Result>(expression: string) => page.evaluate<Result>(expression);
  return {
    spoken: () => evaluate<SpokenSentence[]>('voice.spoken'),
    isSpeaking: () => evaluate<boolean>('voice.isSpeaking()'),
    endSentence: () => evaluate<void>('voice.end()'),
    fail: (error: string) => evaluate<void>(`voice.end(${JSON.stringify(error)})`),
  };
}
