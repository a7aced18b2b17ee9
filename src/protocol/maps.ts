/** Where the walls are (R24.1); `own` is the operator's map. */
export const MAPS = ['yard', 'garden', 'maze', 'own'] as const;
export type MapName = (typeof MAPS)[number];
/** Whether somebody may be anywhere at once, or only where they can have walked (R24.5). */
export type Walking = 'free' | 'checked';
