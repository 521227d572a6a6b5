/**
 * Header, with the value `1`, of a page that believes somebody is signed in. A route that guests may
 * call too then answers 401 instead of taking a member whose access token has run out for a guest:
 * the page refreshes the session and asks again. Without zod, so that pages for readers can import it.
 */
export const MEMBER_HEADER = 'x-member';
