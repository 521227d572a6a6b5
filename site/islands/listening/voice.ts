/** Rate as documented. */
export const SPEECH_RATE = 0.95;

/**
 * The documented voice of each language, by name. Only local voices are allowed: others send the text to
 * their vendor.
 */
const fixedVoices: Record<string, string> = { en: 'Samantha', de: 'Anna' };

/**
 * Returns the documented voice if it exists, otherwise the browser's default for the language, otherwise
 * null.
 */
export function chooseVoice(language: string): SpeechSynthesisVoice | null {
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
