/** How pages look (R21.1); `own` is the operator's, and the yard where there is none, and `look` the room's (R21.5). */
export const THEMES = ['yard', 'night', 'contrast', 'own', 'look'] as const;
export type Theme = (typeof THEMES)[number];
