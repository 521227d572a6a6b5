/**
 * What a personal page hears before it is loaded anew, since somebody signed in or out in another tab.
 * It is cancelled where unsaved text would be lost.
 */
export const SESSION_CHANGE = 'session-change';
