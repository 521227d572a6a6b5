import { z } from 'zod';

/**
 * The closed set of errors the API answers with: code, HTTP status and the sentence shown when the
 * place that throws gives no better one.
 */
export const errorCatalogue = {
  VALIDATION: { status: 400, msg: 'Some fields need another look.' },
  MALFORMED_REQUEST: { status: 400, msg: 'The request could not be read.' },
  NOT_SIGNED_IN: { status: 401, msg: 'Please sign in to continue.' },
  WRONG_CREDENTIALS: { status: 401, msg: 'E-mail or password is not right.' },
  SECOND_FACTOR_NEEDED: { status: 401, msg: 'One more step: please show that it is you.' },
  SIGN_IN_EXPIRED: { status: 401, msg: 'This took too long. Please start again.' },
  PASSKEY_REFUSED: { status: 400, msg: 'This passkey was not accepted. Please try again.' },
  SESSION_ENDED: { status: 401, msg: 'Your session has ended. Please sign in again.' },
  NOT_ADMIN: { status: 403, msg: "You're not an admin" },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    msg: 'Admins of this site need a second factor. Please set one up on your account page.',
  },
  CONFIRM_NEEDED: { status: 403, msg: 'Please confirm that it is you.' },
  CROSS_SITE: { status: 403, msg: 'This request came from another site and was refused.' },
  ACCOUNT_SUSPENDED: {
    status: 403,
    msg: 'This account is suspended. If you think that is a mistake, please write to us on the contact page.',
  },
  REGISTRATION_CLOSED: {
    status: 403,
    msg: 'New accounts are made by invitation alone here. You can ask for one on the contact page.',
  },
  SETUP_TOKEN_INVALID: { status: 403, msg: 'This set-up link is not valid any more.' },
  LINK_INVALID: {
    status: 403,
    msg: 'This link is not valid any more. If there is a newer mail, use the link in that one.',
  },
  NOT_FOUND: { status: 404, msg: 'There is nothing here.' },
  EMAIL_TAKEN: { status: 409, msg: 'This e-mail already has an account.' },
  ALREADY_LIKED: { status: 409, msg: 'You have already liked this article' },
  SLUG_TAKEN: { status: 409, msg: 'Another article already has this address.' },
  EDIT_CONFLICT: { status: 409, msg: 'This article was changed elsewhere since you opened it.' },
  STATE_CONFLICT: { status: 409, msg: 'This can no longer be done.' },
  HELPER_OFF: {
    status: 409,
    msg: 'The helper is switched off: no key of a text generation is set on the server.',
  },
  CART_EMPTY: { status: 400, msg: 'Your Cart is Empty' },
  IN_CART: { status: 409, msg: 'This product has been added to the cart' },
  NOT_FOR_SALE: {
    status: 409,
    msg: 'This product is not for sale yet: the shop has no payment service for it.',
  },
  PRICE_CHANGED: {
    status: 409,
    msg: 'A price has changed since you looked. Nothing was charged; please look at your bag once more.',
  },
  CODE_REFUSED: { status: 409, msg: 'This code cannot be used.' },
  PAYMENT_UNDERWAY: {
    status: 409,
    msg: 'A payment for this is under way already. Your order follows by itself; there is no need to pay again.',
  },
  PAYMENT_OFF: {
    status: 409,
    msg: 'This shop cannot take payments just now. Your bag stays as it is.',
  },
  PAYMENT_TROUBLE: {
    status: 409,
    msg: 'Your payment does not fit this order. Nothing is lost: please write to us, we settle it by hand.',
  },
  PAYMENT_DECLINED: {
    status: 402,
    msg: 'The payment was declined. Nothing was charged, and your bag is as it was: please try again, perhaps in another way.',
  },
  PAYMENT_MISSING: {
    status: 402,
    msg: 'The payment was not approved. Nothing was charged, and your bag is as it was.',
  },
  EVENT_REFUSED: { status: 400, msg: 'This was not signed by who it says it is from.' },
  SEED_UNKNOWN: {
    status: 409,
    msg: 'This game was not begun to be counted, or has been counted already.',
  },
  SEED_EXPIRED: { status: 409, msg: 'This game was begun too long ago to be counted.' },
  SCORE_REFUSED: {
    status: 422,
    msg: 'The server has played this game again, and it did not end like this. It is not counted.',
  },
  REQUEST_TIMEOUT: { status: 408, msg: 'The request took too long to arrive.' },
  GONE: { status: 410, msg: 'This has been removed.' },
  TOO_LARGE: { status: 413, msg: 'This is too large.' },
  MARKDOWN_TOO_LARGE: { status: 413, msg: 'The text is too long: 1 MB is the most.' },
  URI_TOO_LONG: { status: 414, msg: 'This address is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, msg: 'This kind of content is not accepted here.' },
  MARKDOWN_TOO_DEEP: { status: 422, msg: 'The text is too deeply nested to be rendered.' },
  MARKDOWN_TIMEOUT: { status: 422, msg: 'The text takes too long to be rendered.' },
  TOO_MANY_REQUESTS: { status: 429, msg: 'Too many requests. Please wait a moment.' },
  DOWNLOADS_SPENT: {
    status: 429,
    msg: 'You have downloaded this file as often as a day allows. Please come back tomorrow.',
  },
  HELPER_SPENT: { status: 429, msg: 'The helper has used up what a day allows.' },
  HEADERS_TOO_LARGE: { status: 431, msg: 'The headers of this request are too large.' },
  INTERNAL: { status: 500, msg: 'Something went wrong on our side. It has been noted.' },
  CODE_HOST_AWAY: { status: 502, msg: 'The other service does not answer as it should.' },
  SERVICE_AWAY: { status: 502, msg: 'The other service does not answer as it should.' },
  PAYMENT_AWAY: {
    status: 502,
    msg: 'The payment service does not answer. Nothing was charged; please try again in a moment.',
  },
  AI_FAILED: { status: 502, msg: 'Error in AI' },
  BUSY: { status: 503, msg: 'The server is busy. Please try again in a moment.' },
  STORAGE_FULL: { status: 507, msg: 'There is no room left to save this. Nothing was changed.' },
} as const satisfies Record<string, { status: number; msg: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

/** Every error answer: a sentence for people, a code for programs, the fields it is about. */
export const errorResponse = z
  .object({
    msg: z.string(),
    code: z.enum(errorCodes),
    fields: z.record(z.string(), z.string()).optional().describe('field name → sentence'),
  })
  .meta({ id: 'Error' });

export type ErrorResponse = z.infer<typeof errorResponse>;
