/** Articles that 'Read more' shows at first, and with each further click, as documented. */
export const FIRST_SHOWN = 4;
export const SHOWN_PER_CLICK = 2;
/** Articles that 'Related' shows at most, as documented. */
export const RELATED_SHOWN = 5;
