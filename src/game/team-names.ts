import type { Language } from '../protocol/http.js';

/** The names of the teams in a new room, in the order of their colours (R13.1). */
export const TEAM_NAMES: Readonly<Record<Language, readonly string[]>> = {
  ko: ['빨강 팀', '파랑 팀'],
  en: ['Red', 'Blue'],
};
