/** A port of this machine that nothing can listen on without being its administrator. */
const CLOSED = 'http://127.0.0.1:9';

/** Settings by which no test speaks to a service of others, whatever it tries. */
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
