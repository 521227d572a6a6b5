/** Characters, and bytes, of a name: with an ending like `.part` it still fits every file system. */
const NAME_MAX = 120;
const NAME_MAX_BYTES = 200;

/** Names that some systems keep for devices, whatever their ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * What a file is called when it is downloaded, made of what a browser said: the last part of a path,
 * without anything that steers a file system, a terminal or a header. Nothing on our disk has this name.
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
