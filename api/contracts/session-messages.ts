/** Characters of a name at least. */
export const NAME_MIN = 3;
/** Mail programs make a link of this, wherever it stands: no name has it. */
export const LINK_IN_NAME = /:\/\/|\bwww\./i;
/** Characters of a password at least. */
export const PASSWORD_MIN = 6;

/** The documented sentences of the registration form, in the order in which they are checked. */
export const messages = {
  name: `Name only accepts string characters and must be greater than ${NAME_MIN}`,
  password: `Password must be greater than ${PASSWORD_MIN} characters`,
  email: 'Email only accepts in email format',
} as const;

/** A page asks for a fresh access token this often, as documented. Milliseconds. */
export const REFRESH_EVERY_MS = 600_000;
