/**
 * What whatever loads says when it takes long. The class `slow` of styles/controls.css keeps it hidden
 * for the first 2,000 ms.
 */
export const SLOW = 'This is taking longer than usual …';
