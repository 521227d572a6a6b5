/**
 * Header with the value `1` that pages send if the visitor is probably signed in. Routes for guests and members
 * then respond with 401 to an expired access token instead of treating the member as a guest, so that the page
 * can refresh the session and retry. Without zod, so that pages for readers can import it.
 */
export const MEMBER_HEADER = 'x-member';
