/** How pages look (R20.1); `own` is the operator's, and the yard where there is none. */
export const THEMES = ['yard', 'night', 'contrast', 'own'] as const;
export type Theme = (typeof THEMES)[number];
