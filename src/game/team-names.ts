/** The names of the teams where a room is opened without any, in the order of their colours (R13.1). */
export const TEAM_NAMES: readonly string[] = ['Red', 'Blue'];
