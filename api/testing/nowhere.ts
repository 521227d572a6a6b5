/** A port of this machine where only an administrator could start a server. */
const CLOSED = 'http://127.0.0.1:9';

/** Environment variables that keep tests from calling external services: all their URLs are closed ports. */
export const nowhere = {
  DEV_TO_URL: CLOSED,
  MEDIUM_API_URL: CLOSED,
  LINKEDIN_URL: CLOSED,
  LINKEDIN_API_URL: CLOSED,
  TEXT_GENERATION_URL: CLOSED,
  CODE_HOST_API_URL: CLOSED,
  CODE_HOST_AVATAR_URL: CLOSED,
  PAYPAL_API_URL: CLOSED,
};
