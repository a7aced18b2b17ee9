/** Where the walls are (R24.1); `own` is the operator's map. */
export const MAPS = ['yard', 'garden', 'maze', 'own'] as const;
export type MapName = (typeof MAPS)[number];
