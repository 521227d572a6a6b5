/**
 * Message of a loading state that takes long. The class `slow` of styles/controls.css hides it for the
 * first 2,000 ms.
 */
export const SLOW_NOTICE = 'This is taking longer than usual …';
