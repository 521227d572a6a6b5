/**
 * Maximum characters and bytes of a name; fits every file system with an ending such as `.part`.
 */
const NAME_MAX = 120;
const NAME_MAX_BYTES = 200;

/** Names that some systems reserve for devices. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Returns a safe name for downloads: the last path segment without control characters. Files on
 * disk have other names.
 */
export function safeFileName(typed: string): string {
  const last = typed.normalize('NFC').replace(/^.*[/\\]/s, '');
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 && plain.length - dot <= 16 ? plain.slice(dot) : '';
  const letters = [...plain.slice(0, plain.length - ending.length)];
  const fitting = letters.slice(0, NAME_MAX - ending.length);
  while (Buffer.byteLength(fitting.join('') + ending) > NAME_MAX_BYTES) fitting.pop();
  const name = fitting.join('').trimEnd() + ending;
  return name === '' ? 'file' : name.replace(device, (word) => `${word}_`);
}
