/** Messages and limits of forms for readers. Without zod, so that pages can load them. */

/** Messages of the newsletter forms, for browser and API. */
export const subscribeMessages = {
  email: 'Please enter your email address, such as ann@example.org.',
} as const;

/** Messages of the contact form, for browser and API. */
export const contactMessages = {
  name: 'Please enter your name.',
  email: 'Please enter an email address we can reply to, such as ann@example.org.',
  message: 'Please write a few words.',
} as const;

/** Characters. */
export const CONTACT_NAME_MAX = 80;
/** Characters; a page of text is about 3,000. */
export const CONTACT_MESSAGE_MAX = 5000;
