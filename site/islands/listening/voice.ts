/** As documented. */
export const SPEECH_RATE = 0.95;

/**
 * The fixed voice of each language, by name. Only voices that speak on the reader's own device
 * count: others send the text to their vendor.
 */
const fixedVoices: Record<string, string> = { en: 'Samantha', de: 'Anna' };

/** The fixed voice where it exists, else the browser's default for the language, else none. */
export function chooseVoice(language: string): SpeechSynthesisVoice | null {
  const base = language.split('-')[0]?.toLowerCase() ?? '';
  // Android writes en_US.
  const speaksIt = (voice: SpeechSynthesisVoice) =>
    voice.lang.toLowerCase().split(/[-_]/)[0] === base;
  const voices = speechSynthesis.getVoices().filter(speaksIt);
  const local = voices.filter((voice) => voice.localService);
  return (
    local.find((voice) => voice.name === fixedVoices[base]) ??
    local.find((voice) => voice.default) ??
    local[0] ??
    voices.find((voice) => voice.default) ??
    null
  );
}
