/** Script that adds a speech synthesis voice to headless Chromium, which has none. */
export const giveVoice = `
  const voice = { name: 'Bench', lang: 'en-US', localService: true, default: true, voiceURI: 'bench' };
  const methods = { getVoices: () => [voice], speak() {}, cancel() {}, pause() {}, resume() {} };
  Object.defineProperty(window, 'speechSynthesis', { value: Object.assign(new EventTarget(), methods) });
  window.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
`;
