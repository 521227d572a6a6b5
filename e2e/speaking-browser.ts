import type { Page } from '@playwright/test';

/** One sentence as the page gave it to the browser's voice. */
export interface Said {
  text: string;
  rate: number;
  lang: string;
  voice: string | null;
}

/**
 * Chromium without a screen has no voices: this one says nothing and remembers everything. A
 * sentence ends when the test says so.
 */
export async function giveVoices(page: Page, voices: string[] = ['Other', 'Samantha']) {
  await page.addInitScript((names) => {
    const said: Said[] = [];
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
        said.push({ text, rate, lang, voice: voice?.name ?? null });
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
    Object.assign(window, { voice: { said, end, isSpeaking: () => current !== null } });
  }, voices);
  const inPage = <Result>(expression: string) => page.evaluate<Result>(expression);
  return {
    said: () => inPage<Said[]>('voice.said'),
    isSpeaking: () => inPage<boolean>('voice.isSpeaking()'),
    endSentence: () => inPage<void>('voice.end()'),
    fail: (error: string) => inPage<void>(`voice.end(${JSON.stringify(error)})`),
  };
}
