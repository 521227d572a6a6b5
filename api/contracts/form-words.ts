/** What forms of readers say and allow, apart from their contracts: a page loads it without zod. */

/** Sentences of the newsletter forms, the same before and after sending. */
export const subscribeMessages = {
  email: 'Please enter your email address, such as ann@example.org.',
} as const;

/** Sentences of the contact form, the same before and after sending. */
export const contactMessages = {
  name: 'Please enter your name.',
  email: 'Please enter an email address we can reply to, such as ann@example.org.',
  message: 'Please write a few words.',
} as const;

/** Characters. */
export const CONTACT_NAME_MAX = 80;
/** Characters; a page of text is about 3,000. */
export const CONTACT_MESSAGE_MAX = 5000;
