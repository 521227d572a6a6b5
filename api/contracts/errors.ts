import { z } from 'zod';

/** The closed set of errors of the API: code, HTTP status and default message. */
export const errorCatalogue = {
  VALIDATION: { status: 400, msg: 'Some fields are invalid. Please check them.' },
  MALFORMED_REQUEST: { status: 400, msg: 'The request is malformed.' },
  NOT_SIGNED_IN: { status: 401, msg: 'Please sign in to continue.' },
  WRONG_CREDENTIALS: { status: 401, msg: 'Wrong email or password.' },
  SECOND_FACTOR_PENDING: { status: 401, msg: 'One more step: please confirm your identity.' },
  SIGN_IN_EXPIRED: { status: 401, msg: 'This sign-in has expired. Please start again.' },
  PASSKEY_REJECTED: { status: 400, msg: 'This passkey was not accepted. Please try again.' },
  SESSION_ENDED: { status: 401, msg: 'Your session has ended. Please sign in again.' },
  NOT_ADMIN: { status: 403, msg: "You're not an admin" },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    msg: 'Admins of this site need a second factor. Please set one up on your account page.',
  },
  REAUTHENTICATION_REQUIRED: { status: 403, msg: 'Please confirm your identity.' },
  CROSS_SITE: { status: 403, msg: 'This request came from another site and was refused.' },
  ACCOUNT_SUSPENDED: {
    status: 403,
    msg: 'This account is suspended. If you think this is a mistake, please use the contact page.',
  },
  REGISTRATION_CLOSED: {
    status: 403,
    msg: 'Registration is by invitation only. You can request an invitation on the contact page.',
  },
  SETUP_TOKEN_INVALID: { status: 403, msg: 'This set-up link is no longer valid.' },
  LINK_INVALID: {
    status: 403,
    msg: 'This link is no longer valid. If you have received a newer email, use the link in that one.',
  },
  NOT_FOUND: { status: 404, msg: 'Not found.' },
  EMAIL_TAKEN: { status: 409, msg: 'An account with this email already exists.' },
  ALREADY_LIKED: { status: 409, msg: 'You have already liked this article' },
  SLUG_TAKEN: { status: 409, msg: 'Another article already uses this slug.' },
  EDIT_CONFLICT: {
    status: 409,
    msg: 'This article has been changed in another tab or by someone else since you opened it.',
  },
  STATE_CONFLICT: { status: 409, msg: 'This action is no longer possible.' },
  AI_HELPER_DISABLED: {
    status: 409,
    msg: 'The AI helper is off: no API key is configured on the server.',
  },
  CART_EMPTY: { status: 400, msg: 'Your Cart is Empty' },
  IN_CART: { status: 409, msg: 'This product has been added to the cart' },
  NOT_FOR_SALE: {
    status: 409,
    msg: 'This product is not for sale yet: no payment provider is configured for it.',
  },
  PRICE_CHANGED: {
    status: 409,
    msg: 'A price has changed. You have not been charged; please review your cart.',
  },
  CODE_REJECTED: { status: 409, msg: 'This code cannot be used.' },
  PAYMENT_IN_PROGRESS: {
    status: 409,
    msg: 'A payment for this order is already in progress. Your order will appear automatically; there is no need to pay again.',
  },
  PAYMENTS_DISABLED: {
    status: 409,
    msg: 'This shop cannot accept payments right now. Your cart has been kept.',
  },
  PAYMENT_UNMATCHED: {
    status: 409,
    msg: 'Your payment does not match this order. Your money is safe: please contact us and we will sort it out.',
  },
  PAYMENT_DECLINED: {
    status: 402,
    msg: 'The payment was declined and you have not been charged. Your cart is unchanged; please try again or use another payment method.',
  },
  PAYMENT_MISSING: {
    status: 402,
    msg: 'The payment was not approved. You have not been charged, and your cart is unchanged.',
  },
  SIGNATURE_INVALID: { status: 400, msg: 'Invalid signature.' },
  SEED_UNKNOWN: {
    status: 409,
    msg: 'This game was not started for a score, or its score has already been submitted.',
  },
  SEED_EXPIRED: { status: 409, msg: 'This game started too long ago to count.' },
  SCORE_REJECTED: {
    status: 422,
    msg: 'The server replayed this game and got a different result, so the score was not accepted.',
  },
  REQUEST_TIMEOUT: { status: 408, msg: 'The request took too long to arrive.' },
  GONE: { status: 410, msg: 'This has been removed.' },
  TOO_LARGE: { status: 413, msg: 'The request is too large.' },
  MARKDOWN_TOO_LARGE: { status: 413, msg: 'The text is too long. The maximum is 1 MB.' },
  URI_TOO_LONG: { status: 414, msg: 'This URL is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, msg: 'This content type is not supported.' },
  MARKDOWN_TOO_DEEP: { status: 422, msg: 'The text is too deeply nested to be rendered.' },
  MARKDOWN_TIMEOUT: { status: 422, msg: 'The text takes too long to be rendered.' },
  TOO_MANY_REQUESTS: { status: 429, msg: 'Too many requests. Please wait a moment.' },
  DOWNLOAD_LIMIT_REACHED: {
    status: 429,
    msg: 'You have reached the daily download limit for this file. Please try again tomorrow.',
  },
  AI_HELPER_LIMIT_REACHED: { status: 429, msg: 'The AI helper has reached its daily limit.' },
  HEADERS_TOO_LARGE: { status: 431, msg: 'The headers of this request are too large.' },
  INTERNAL: { status: 500, msg: 'Something went wrong on our side. The error has been logged.' },
  OAUTH_UNAVAILABLE: { status: 502, msg: 'The external service is not responding correctly.' },
  SERVICE_UNAVAILABLE: { status: 502, msg: 'The external service is not responding correctly.' },
  PAYMENT_UNAVAILABLE: {
    status: 502,
    msg: 'The payment provider is not responding. You have not been charged; please try again in a moment.',
  },
  AI_FAILED: { status: 502, msg: 'Error in AI' },
  BUSY: { status: 503, msg: 'The server is busy. Please try again in a moment.' },
  NOT_READY: {
    status: 503,
    msg: 'The site needs attention. Please sign in as an admin to see the failed checks.',
  },
  STORAGE_FULL: { status: 507, msg: 'The server has no disk space left. Nothing was changed.' },
} as const satisfies Record<string, { status: number; msg: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

/** Body of all error responses: a message for people, a code for programs, and the fields concerned. */
export const errorResponse = z
  .object({
    msg: z.string(),
    code: z.enum(errorCodes),
    fields: z.record(z.string(), z.string()).optional().describe('messages by field name'),
  })
  .meta({ id: 'Error' });

export type ErrorResponse = z.infer<typeof errorResponse>;
