import { z } from 'zod';

const field = (most: number, pattern: RegExp, missing?: string) => {
  const trimmed = z.string(missing).trim();
  return (missing === undefined ? trimmed : trimmed.min(1, missing))
    .max(most, `At most ${most} characters.`)
    .regex(pattern, 'Control characters cannot be used here.');
};

/** One trimmed line of readable text; with `missing`, the message of an empty one, it is required. */
export const line = (most: number, missing?: string) => field(most, /^\P{Cc}*$/u, missing);

/** The same with several lines. */
export const text = (most: number, missing?: string) => field(most, /^[\P{Cc}\r\n\t]*$/u, missing);

/** Email address in lower case; `invalid` is the message of every mistake. */
export const email = (invalid: string) =>
  z.string(invalid).trim().toLowerCase().max(254, invalid).pipe(z.email(invalid));
