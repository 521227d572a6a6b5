/** Texts and limits of accounts and sessions. Without zod, so that pages can load them. */

/** Shortest name, in characters. */
export const NAME_MIN = 3;
/** Text that mail programs turn into links, which names must not contain. */
export const LINK_IN_NAME = /:\/\/|\bwww\./i;
/** Shortest password, in characters. */
export const PASSWORD_MIN = 6;

/** Documented messages of the registration form, in the order of the checks. */
export const messages = {
  name: `Name only accepts string characters and must be greater than ${NAME_MIN}`,
  password: `Password must be greater than ${PASSWORD_MIN} characters`,
  email: 'Email only accepts in email format',
} as const;

/** Interval in which pages refresh the access token in milliseconds, as documented. */
export const REFRESH_EVERY_MS = 600_000;
